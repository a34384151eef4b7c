import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ChangeAddressWords } from './en.ts'
import { es as findings } from './findings/es.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es
const wholeDays = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })
/** The setting may be 0: then the change is made when the service looks again. */
const days = (count: number) => (count === 0 ? 'unos minutos' : wholeDays(count))

/** A new address for the account, in Spanish. */
export const es: ChangeAddressWords = {
  limits: {
    newAddresses: 'Direcciones de correo nuevas pedidas',
  },
  acts: {
    change: {
      title: 'Iniciar un cambio de dirección',
      note: 'Todavía no cambia nada: empieza un tiempo de espera, y la dirección antigua recibe un correo cuyo enlace lo detiene. Después terminan todas las sesiones, y la dirección nueva debe verificarse. Un cambio ya pendiente se sustituye.',
      labels: { to: 'Nueva dirección de correo' },
      nothing: { unchanged: 'El último cambio aún puede deshacerse: espere hasta que ya no se pueda.' },
      says: {
        done: ({ days: count }) =>
          html`La cuenta recibe la dirección nueva después de ${days(count)}, salvo que la antigua lo detenga.`,
        suspended: ({ days: count }) =>
          html`La cuenta recibe la dirección nueva después de ${days(count)}, salvo que la antigua lo detenga o la cuenta siga suspendida entonces.`,
      },
      refused: {
        'bad-address': 'La dirección nueva no es una dirección de correo.',
        taken: 'Una cuenta tiene esta dirección.',
      },
    },
    sendWayBack: {
      title: 'Enviar otra vez el camino de vuelta a la dirección antigua',
      note: 'Solo el enlace de este correo detiene o deshace el cambio, y ningún plazo se alarga. Si el cambio ya está hecho, se avisa también a la dirección nueva. Usted no ve el enlace.',
      nothing: { 'nothing-waits': 'Ningún cambio de dirección está pendiente ni puede deshacerse.' },
      says: {
        done: ({ at }) =>
          html`La dirección antigua recibe un correo con el camino de vuelta; su enlace vale hasta el ${at}.`,
      },
    },
  },
  link: 'Cambiar la dirección de correo',
  lostMailbox: {
    summary: 'Ya no puedo leer el correo de esta dirección',
    steps: [
      'Si sabe su contraseña o tiene una llave de acceso, inicie sesión. Después cambie la dirección en su cuenta.',
      'Si no tiene ninguna de las dos, pregunte a los responsables de este servicio. Comprueban quién es usted antes de cambiar la dirección.',
    ],
  },
  page: {
    title: 'Cambie su correo electrónico',
    now: 'Su dirección actual',
    lead: (count: number) =>
      `Enviamos un correo a la dirección nueva. Cuando haya abierto el enlace, esperamos ${days(count)}. Hasta entonces, inicie sesión con la dirección antigua.`,
    label: 'Correo electrónico nuevo',
    hint: 'Enviamos un enlace y un código a esta dirección.',
    button: 'Enviar el enlace',
    back: 'Volver a su cuenta',
    same: 'Escriba otra dirección: esta ya es la de su cuenta',
    proveLead:
      'Para cambiar su dirección, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5\u00a0minutos.',
    waitsTitle: 'Su dirección va a cambiar',
    waits: (email: Html, at: Html) =>
      html`Desde el ${at} iniciará sesión con ${email}. Si pide otra dirección, sustituirá a esta.`,
    stopButton: 'Conservar la dirección antigua',
    stopped: 'Su dirección sigue igual. Le hemos enviado un correo sobre ello.',
    undoOpen: (at: Html) =>
      html`Su dirección se ha cambiado. Desde la dirección antigua se puede deshacer hasta el ${at}. Después podrá cambiarla otra vez.`,
    confirmTitle: 'Confirme su dirección nueva',
    confirmLead: (email: Html) =>
      html`La dirección nueva es ${email}. Escriba la dirección antigua de su cuenta para mostrar que es usted quien ha abierto este enlace.`,
    confirmNext: (count: number) => `Después esperamos ${days(count)}.`,
    oldLabel: 'Correo electrónico antiguo',
    confirmWrong: 'Escriba la dirección con la que inicia sesión ahora',
    confirmButton: 'Confirmar la dirección nueva',
    askedTitle: 'Su dirección nueva está confirmada',
    asked: (count: number) =>
      `Esperamos ${days(count)}. Después iniciará sesión con la dirección nueva. Hasta entonces, use la antigua.`,
    askedNext:
      'Hemos enviado un correo a la dirección antigua. Con él, o en su cuenta, puede detener el cambio.',
    askedButton: 'Ir a su cuenta',
    keepTitle: 'Conserve su correo electrónico',
    keepLead: 'Escriba la dirección de correo a la que llegó el mensaje. Así su dirección no se cambia.',
    undoLead:
      'Escriba la dirección de correo a la que llegó el mensaje. Así volverá a ser la dirección de su cuenta. Se cierran todas las sesiones y le enviamos un enlace para elegir una contraseña nueva.',
    keepWrong: 'Escriba la dirección a la que se envió el correo con el enlace',
    keepButton: 'Conservar esta dirección',
    undoButton: 'Recuperar la dirección',
    keptTitle: 'Su dirección se conserva',
    kept: 'Inicia sesión con esta dirección. Si ya se había cambiado, se han cerrado todas las sesiones y le hemos enviado un enlace para elegir una contraseña nueva.',
    keptNext: 'Si no pidió otra dirección, alguien entró en su cuenta. Elija una contraseña nueva.',
    keptButton: 'Elegir una contraseña nueva',
  },
  sent: {
    lead: (address: Html) =>
      html`Hemos enviado un correo a ${address}. Abra el enlace del correo para confirmar su dirección nueva.`,
    within: 'El enlace es válido durante 24\u00a0horas.',
  },
  invalid: {
    prove: {
      next: 'Inicie sesión y vaya a su cuenta. Allí puede pedir un enlace nuevo.',
      button: 'Ir a su cuenta',
    },
    keep: {
      next: 'Quizá un mensaje más reciente tenga otro enlace. Si no ha pedido otra dirección, elija una contraseña nueva: eso también detiene un cambio que aún espera.',
      button: 'Recuperar su cuenta',
    },
  },
  holds: {
    waits: {
      less: 'se detiene el cambio de dirección pendiente',
      more: 'empieza un cambio de dirección, que espera',
      instead: 'el cambio de dirección pendiente se sustituye por este, y la espera empieza de nuevo',
    },
    undoable: { less: 'el cambio de dirección ya no se podrá deshacer' },
  },
  events: {
    requested: () => html`Se envió un enlace para confirmar un correo electrónico nuevo`,
    begun: () => html`Se confirmó un correo electrónico nuevo. Se espera antes de usarlo`,
    stopped: () => html`Se detuvo el cambio del correo electrónico`,
    changed: () => html`Se cambió el correo electrónico`,
    givenBack: () => html`Se recuperó el correo electrónico antiguo. Se cerraron todas las sesiones`,
    ordered: () => html`Los responsables de este servicio empezaron un cambio del correo electrónico`,
    wayBackSent: () =>
      html`Los responsables de este servicio enviaron al correo antiguo un enlace para recuperarlo`,
  },
  letters: {
    prove: ({ link }, serviceName) => ({
      subject: 'Confirme su correo electrónico nuevo',
      before: [
        `Alguien, probablemente usted, quiere usar este correo electrónico para una cuenta en ${serviceName}. Abra este enlace para confirmarlo. Todavía no se ha cambiado nada.`,
      ],
      steps: [{ label: 'Confirmar esta dirección', link }],
      after: ['El enlace es válido durante 24\u00a0horas.', 'Si no ha sido usted, no tiene que hacer nada.'],
    }),
    taken: ({ signInAddress }, serviceName) => ({
      subject: 'Se ha indicado su dirección para otra cuenta',
      before: [
        `Alguien quería usar este correo electrónico para otra cuenta en ${serviceName}. Ya tiene una cuenta, así que no se ha cambiado nada.`,
      ],
      steps: [{ label: 'Iniciar sesión', address: signInAddress }],
      after: [
        'Si ha sido usted, inicie sesión con esta dirección. Si no ha sido usted, no tiene que hacer nada.',
      ],
    }),
    begun: ({ dueAt, newAddress, link }, serviceName, moment) => ({
      subject: 'Su correo electrónico va a cambiar',
      before: [
        `Su cuenta en ${serviceName} tendrá otro correo electrónico desde el ${moment(dueAt)}: ${newAddress}. Hasta entonces, inicie sesión con este. Si ha sido usted, no tiene que hacer nada.`,
        'Si no ha sido usted, conserve su dirección con este enlace. No hace falta la contraseña.',
      ],
      steps: [{ label: 'Conservar mi dirección', link }],
      after: ['Si no ha sido usted, alguien entró en su cuenta: elija también una contraseña nueva.'],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Su correo electrónico sigue igual',
      before: [
        `Se ha detenido el cambio del correo electrónico de su cuenta en ${serviceName} (${moment(at)}). Sigue iniciando sesión con esta dirección.`,
        WAS_NOT_ME,
      ],
    }),
    changed: ({ until, newAddress, link }, serviceName, moment) => ({
      subject: 'El correo electrónico de su cuenta se ha cambiado',
      before: [
        `Su cuenta en ${serviceName} tiene ahora otro correo electrónico: ${newAddress}. Si ha sido usted, no tiene que hacer nada.`,
        `Si no ha sido usted, recupere su dirección con este enlace hasta el ${moment(until)}. Entonces se cierran todas las sesiones y usted elige una contraseña nueva.`,
      ],
      steps: [{ label: 'No he sido yo: recuperar mi dirección', link }],
      after: ['Si no ha sido usted, avise también a los responsables del servicio.'],
    }),
    isNew: ({ at }, serviceName, moment) => ({
      subject: 'Ahora inicia sesión con esta dirección',
      before: [
        `Su cuenta en ${serviceName} tiene ahora este correo electrónico (${moment(at)}). Inicie sesión con él a partir de ahora. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    wayBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Alguien quiere recuperar el correo antiguo',
      before: [
        `Alguien ha dicho a los responsables de ${serviceName} que el correo electrónico de esta cuenta no debía cambiar. Han enviado un mensaje a la dirección anterior (${moment(at)}). Un enlace en él devuelve a la cuenta su dirección anterior y cierra todas las sesiones.`,
        'Si no ha sido usted, y cambió la dirección usted, avise a los responsables del servicio.',
      ],
      steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    }),
    givenBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Su cuenta tiene otra vez su correo electrónico anterior',
      before: [
        `Su cuenta en ${serviceName} tiene otra vez su correo electrónico anterior (${moment(at)}), porque alguien ha usado el enlace de nuestro mensaje a esa dirección anterior. Se han cerrado todas las sesiones. Ya no inicia sesión con la dirección que recibe este mensaje.`,
        'Si no ha sido usted, quizá otra persona lee el correo de su dirección anterior. Avise a los responsables del servicio.',
      ],
      steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    }),
    givenBackSuspended: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Su cuenta vuelve a ser suya y está suspendida',
      before: [
        `Su cuenta en ${serviceName} tiene otra vez este correo electrónico (${moment(at)}), porque alguien ha usado el enlace de nuestro mensaje. Se han cerrado todas las sesiones y la contraseña ya no vale. Los responsables del servicio han suspendido la cuenta, así que todavía nadie puede iniciar sesión.`,
        'Cuando termine la suspensión, pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión. Si no ha sido usted, quizá otra persona lee su correo. Avise a los responsables del servicio.',
      ],
      steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    }),
  },
  findings,
}
