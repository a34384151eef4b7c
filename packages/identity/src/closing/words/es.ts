import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ClosingWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es

const days = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })

/** Closing the account, in Spanish. */
export const es: ClosingWords = {
  limits: {
    closings: 'Peticiones de cerrar la cuenta',
  },
  link: 'Cerrar su cuenta',
  page: {
    title: 'Cierre su cuenta',
    effects: [
      'Para conservar la cuenta, inicie sesión antes de esa fecha.',
      'Ese día se borran aquí su nombre, su correo electrónico y su número de teléfono. Nadie puede recuperarlos.',
      'Ya no podrá iniciar sesión en ningún servicio con esta cuenta.',
      'Los servicios conservan lo que saben de usted. Pida a cada uno que lo borre.',
    ],
    copy: '¿Quiere antes una copia?',
    kept: 'Usted pidió cerrar la cuenta y ha iniciado sesión de nuevo. Por eso sigue abierta.',
    proveLead:
      'Para cerrar su cuenta, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5\u00a0minutos.',
    button: 'Cerrar mi cuenta',
    back: 'Conservar mi cuenta',
    lead: (count: number) =>
      `Se cierran todas sus sesiones enseguida. Después de ${days(count)}, la cuenta se cierra para siempre.`,
  },
  asked: {
    title: 'Su cuenta se cerrará',
    wayBack:
      'Si cambia de opinión, inicie sesión antes: entonces sigue abierta. Le hemos enviado un correo sobre esto.',
    button: 'Iniciar sesión y conservar la cuenta',
    when: (at: Html) => html`Se han cerrado todas sus sesiones. La cuenta se cierra el ${at}.`,
  },
  lost: {
    title: '¿Ha pedido cerrar su cuenta?',
    sentences: [
      'Sigue abierta mientras espera aquí, y dos semanas más. Le decimos el día por correo.',
      'Para conservar su cuenta, inicie sesión antes de ese día. Si no, la cerramos.',
    ],
  },
  holds: { closing: { less: 'se detiene el cierre pendiente de la cuenta' } },
  events: {
    requested: () => html`Se cerraron todas las sesiones porque se pidió cerrar la cuenta`,
    calledOff: () => html`Alguien inició sesión de nuevo, así que la cuenta sigue abierta`,
  },
  letters: {
    requested: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Su cuenta se cerrará',
      before: [
        `Usted pidió cerrar su cuenta en ${serviceName}. Se han cerrado todas sus sesiones, y la cuenta se cierra para siempre el ${moment(dueAt)}.`,
        'Si no ha sido usted, o si cambia de opinión, inicie sesión antes: entonces la cuenta sigue abierta. Si no ha sido usted, cambie también la contraseña.',
      ],
      steps: [{ label: 'Iniciar sesión y conservar la cuenta', address: signInAddress }],
    }),
    putOff: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Su cuenta sigue abierta más tiempo',
      before: [
        `Usted pidió cerrar su cuenta en ${serviceName}. Ahora ha dicho que ha perdido su teléfono. Para que pueda iniciar sesión de nuevo, no cerramos la cuenta hasta el ${moment(dueAt)}.`,
        'Si quiere conservar la cuenta, inicie sesión antes.',
        'Si no ha sido usted, alguien conoce su contraseña y lee su correo: elija contraseñas nuevas para ambos.',
      ],
      steps: [{ label: 'Iniciar sesión y conservar la cuenta', address: signInAddress }],
    }),
    calledOff: ({ at }, serviceName, moment) => ({
      subject: 'Su cuenta sigue abierta',
      before: [
        `Usted pidió cerrar su cuenta en ${serviceName}. Después, alguien inició sesión o eligió una contraseña nueva. Por eso no la cerramos (${moment(at)}). Si ha sido usted y todavía quiere cerrarla, inicie sesión y pídalo una vez más.`,
        WAS_NOT_ME,
      ],
    }),
    closed: ({ registerAddress }, serviceName) => ({
      subject: 'Su cuenta está cerrada',
      before: [
        `Su cuenta en ${serviceName} está cerrada, como usted pidió. Su nombre, su correo electrónico y su número de teléfono se han borrado allí. Este es nuestro último correo.`,
        'Si no ha sido usted, dígaselo a los responsables del servicio. Puede crear otra cuenta con la misma dirección cuando quiera; no tiene relación con la anterior.',
      ],
      steps: [{ label: 'Crear una cuenta nueva', address: registerAddress }],
    }),
  },
  findings: {
    'closing-waits': {
      asked: (at) => html`El ${at} se pidió cerrar la cuenta, y con ello se cerraron todas sus sesiones.`,
      due: (at) => html`Se cerrará el ${at}.`,
      who: 'Usted pidió cerrar su cuenta, o lo pidió alguien que conoce su contraseña.',
      stay: (at) =>
        html`Inicie sesión antes del ${at} y seguirá abierta. Si no lo pidió usted, elija después una contraseña nueva.`,
    },
  },
}
