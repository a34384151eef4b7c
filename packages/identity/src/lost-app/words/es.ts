import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { LostAppWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es
const days = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })

/** Lost apps for codes, in Spanish. */
export const es: LostAppWords = {
  limits: {
    lostApps: 'Aplicaciones para códigos dadas por perdidas',
  },
  acts: {
    remove: {
      title: 'Iniciar la retirada de una aplicación perdida',
      note: 'Todavía no se quita nada: empieza un tiempo de espera, y hasta su fin se pide un código. Un correo avisa enseguida. Su enlace, o iniciar sesión con un código o una llave de acceso, lo detiene.',
      nothing: {
        suspended: 'La cuenta está suspendida: decida primero sobre eso.',
        'no-app': 'La cuenta no pide ningún código.',
        waits: 'Ya hay una retirada pendiente.',
      },
      says: {
        done: ({ at }) =>
          html`A partir del ${at} ya no se le pide ningún código a la persona, salvo que lo detenga el enlace del correo o un inicio de sesión con código.`,
      },
    },
  },
  page: {
    link: 'He perdido mi teléfono y mis códigos de recuperación',
    title: '¿Ha perdido su teléfono?',
    lead: (count: number) =>
      `Si ya no tiene su aplicación ni sus códigos de recuperación, podemos eliminarlos. Antes esperamos ${days(count)}.`,
    steps: [
      'Le enviamos un correo. Abra su enlace y escriba su contraseña una vez más.',
      'Entonces empieza el plazo. Recibe un correo enseguida, y otro un día antes del final.',
      'Los dos correos tienen un enlace que lo detiene. También lo detiene quien inicia sesión con un código o una llave de acceso.',
      'Después inicia sesión solo con su contraseña. Entonces puede añadir una aplicación nueva.',
    ],
    why: 'Esperamos para protegerle. Alguien que sepa su contraseña y lea su correo también podría pedirlo.',
    button: 'Enviar el correo',
    askedBeforeTitle: '¿Ya lo ha pedido?',
    askedBefore: [
      'Entonces el plazo sigue. Nuestro correo dice qué día termina y tiene un enlace que lo detiene.',
      'Si no encuentra ese correo, pídalo aquí una vez más. El plazo no cambia y le decimos otra vez el día.',
      'También lo detiene una contraseña nueva o una dirección de correo nueva de su cuenta. Entonces tiene que pedirlo de nuevo.',
    ],
    back: 'Volver al código',
    confirmTitle: 'Elimine la aplicación perdida',
    confirmLead: (count: number) =>
      `Escriba su contraseña. Sus aplicaciones y sus códigos de recuperación se eliminarán después de ${days(count)}.`,
    confirmButton: 'Iniciar el plazo de espera',
    askedTitle: 'El plazo ha empezado',
    asked: (count: number) =>
      `Eliminaremos sus aplicaciones y sus códigos de recuperación ${days(count)} después de que lo pidiera por primera vez. Le hemos enviado un correo que dice cuándo.`,
    askedUntil: (at: Html) =>
      html`Eliminaremos sus aplicaciones y sus códigos de recuperación el ${at}. Le hemos enviado un correo para informarle.`,
    found:
      'Si antes encuentra su teléfono o un código de recuperación, inicie sesión con él. Entonces todo se conserva.',
    keepTitle: 'Conserve sus aplicaciones para códigos',
    keepLead:
      'Escriba el correo electrónico de su cuenta para confirmar que es usted quien ha abierto este enlace. Entonces sus aplicaciones no se eliminan.',
    keepWrong: 'Escriba la dirección a la que llegó el correo con el enlace',
    keepButton: 'No eliminar nada',
    keptTitle: 'Sus aplicaciones se conservan',
    kept: 'No se elimina nada. Seguimos pidiendo un código cuando inicia sesión.',
    keptNext:
      'Si no lo ha pedido usted, alguien conoce su contraseña y lee su correo. Elija una contraseña nueva aquí y otra para su correo.',
    keptButton: 'Elegir una contraseña nueva',
    waitsTitle: 'Sus aplicaciones se eliminarán',
    waits: (at: Html) =>
      html`Alguien ha comunicado la pérdida de su teléfono. Eliminaremos sus aplicaciones y sus códigos de recuperación el ${at}.`,
    stopped: 'No se eliminará nada. Le hemos enviado un correo para informarle.',
  },
  sent: {
    lead: (address: Html) =>
      html`Hemos enviado un correo a ${address}. Abra el enlace del correo para continuar.`,
    within: 'El enlace es válido durante 30\u00a0minutos y una sola vez.',
  },
  invalid: {
    ask: {
      next: 'Inicie sesión otra vez con su contraseña. Allí puede pedir un enlace nuevo.',
      button: 'Ir a iniciar sesión',
    },
    keep: {
      next: 'Quizá ya se haya detenido. Inicie sesión para ver si sus aplicaciones siguen ahí.',
      button: 'Ir a sus códigos',
    },
  },
  holds: {
    removal: {
      less: 'se detiene la retirada pendiente de las aplicaciones para códigos',
      more: 'empieza la retirada de las aplicaciones para códigos, que espera',
    },
  },
  events: {
    reported: () => html`Alguien escribió la contraseña y dijo que ha perdido el teléfono con la aplicación`,
    requested: () => html`Se pidió eliminar las aplicaciones para códigos perdidas`,
    ordered: () =>
      html`Los responsables de este servicio empezaron a eliminar las aplicaciones para códigos perdidas`,
    stopped: () => html`Se detuvo la eliminación de las aplicaciones para códigos`,
    done: () => html`Se han eliminado las aplicaciones para códigos perdidas y los códigos de recuperación`,
    reminded: () => html`Un segundo correo anunció que se eliminarán las aplicaciones para códigos perdidas`,
  },
  letters: {
    report: ({ link }, serviceName) => ({
      subject: 'Confirme que ha perdido su teléfono',
      before: [
        `Alguien ha escrito la contraseña de su cuenta en ${serviceName} y dice que ha perdido el teléfono con la aplicación para códigos. Si ha sido usted, abra este enlace para continuar. Todavía no se elimina nada.`,
      ],
      steps: [{ label: 'Continuar', link }],
      after: [
        'El enlace es válido durante 30\u00a0minutos y una sola vez.',
        'Si no ha sido usted, alguien conoce su contraseña: elija enseguida una nueva. Sin un código, nadie entra con ella.',
      ],
    }),
    requested: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Se eliminarán sus aplicaciones para códigos',
      before: [
        `Alguien, probablemente usted, nos ha dicho que la aplicación para códigos de su cuenta en ${serviceName} se ha perdido. Eliminaremos sus aplicaciones y sus códigos de recuperación el ${moment(dueAt)}. Después bastará su contraseña.`,
        'Si ha encontrado su teléfono, o si no lo ha pedido, deténgalo con este enlace.',
      ],
      steps: [{ label: 'No eliminar nada', link }],
      after: [
        'También lo detiene quien inicia sesión con un código, un código de recuperación o una llave de acceso.',
        'Si no ha sido usted, alguien conoce su contraseña y lee su correo: elija contraseñas nuevas para ambos.',
      ],
    }),
    ordered: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'El servicio de ayuda elimina sus aplicaciones',
      before: [
        `Alguien, probablemente usted, ha dicho a los responsables de ${serviceName} que la aplicación para códigos de su cuenta se ha perdido. Eliminaremos sus aplicaciones y sus códigos de recuperación el ${moment(dueAt)}. Después bastará su contraseña.`,
        'Si ha encontrado su teléfono, o si no lo ha pedido, deténgalo con este enlace.',
      ],
      steps: [{ label: 'No eliminar nada', link }],
      after: [
        'También lo detiene quien inicia sesión con un código, un código de recuperación o una llave de acceso.',
        'Si no ha sido usted, avise también a los responsables del servicio: alguien ha hablado con ellos en su nombre.',
      ],
    }),
    soon: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Sus aplicaciones para códigos se eliminarán pronto',
      before: [
        `Como le avisamos, el ${moment(dueAt)} eliminaremos las aplicaciones para códigos y los códigos de recuperación de su cuenta en ${serviceName}. Después bastará su contraseña.`,
        'Si ha encontrado su teléfono, o si no lo ha pedido, deténgalo con este enlace.',
      ],
      steps: [{ label: 'No eliminar nada', link }],
      after: [
        'También lo detiene quien inicia sesión con un código, un código de recuperación o una llave de acceso.',
        'Si no ha sido usted, alguien conoce su contraseña y lee su correo: elija contraseñas nuevas para ambos.',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Sus aplicaciones para códigos se conservan',
      before: [
        `Se ha detenido la eliminación de sus aplicaciones para códigos en ${serviceName} (${moment(at)}). Seguimos pidiendo un código después de su contraseña. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    done: ({ at }, serviceName, moment) => ({
      subject: 'Se han eliminado sus aplicaciones para códigos perdidas',
      before: [
        `El plazo ha terminado. Se han eliminado las aplicaciones para códigos y los códigos de recuperación de su cuenta en ${serviceName} (${moment(at)}). Ahora basta su contraseña: añada una aplicación nueva o una llave de acceso. Si ha sido usted, no tiene que hacer nada más.`,
        WAS_NOT_ME,
      ],
    }),
  },
  linkAsked: (at: Html) => html`El ${at} se pidió un correo para quitar la aplicación de códigos perdida.`,
  findings: {
    'app-removal-waits': {
      asked: (at) =>
        html`El ${at}, alguien con la contraseña, o alguien del equipo, dijo que la aplicación para códigos se ha perdido.`,
      due: (at) =>
        html`Se eliminará el ${at}, salvo que lo detenga un inicio de sesión con código o un enlace de los correos.`,
      sooner: (command) => html`Antes, solo con prueba de quién llama: ${command}`,
      recoveryCode:
        'Si tiene un código de recuperación, escríbalo donde se pide el código: con él entra enseguida y se detiene la eliminación. Quite después usted la aplicación perdida, en la página de códigos de su cuenta.',
      until: (at) => html`Hasta el ${at} se sigue pidiendo un código. Después basta la contraseña.`,
      notYou: 'Si no lo pidió usted, pulse el enlace del correo que le enviamos sobre ello.',
    },
  },
}
