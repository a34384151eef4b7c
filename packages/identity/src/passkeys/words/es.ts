import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { PasskeyWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es

const passkeys = plural('es', {
  one: '# llave de acceso',
  many: '# de llaves de acceso',
  other: '# llaves de acceso',
})

/** Passkeys, in Spanish. */
export const es: PasskeyWords = {
  limits: {
    signIns: 'Inicios de sesión con llave de acceso',
    changes: 'Cambios de llaves de acceso',
  },
  acts: {
    remove: {
      title: 'Quitar todas las llaves de acceso',
      note: 'Se inicia sesión con la contraseña, y con un código si la cuenta lo pide. Las aplicaciones y las sesiones se conservan. Se avisa por correo.',
      nothing: { noPasskey: 'La cuenta no tiene ninguna llave de acceso.' },
      says: {
        done: 'La cuenta ya no tiene ninguna llave de acceso.',
        already: 'La cuenta no tenía ninguna llave de acceso; nada ha cambiado.',
      },
    },
  },
  nav: 'Llaves de acceso',
  home: {
    none: 'Ninguna todavía',
    first: 'Con una llave de acceso entra sin contraseña, y ninguna página falsa puede quitársela.',
    second: 'Añada otra en un segundo dispositivo. Así podrá entrar aunque pierda el primero.',
  },
  page: {
    title: 'Sus llaves de acceso',
    lead: 'Con una llave de acceso inicia sesión del mismo modo que desbloquea su dispositivo: con la huella, con la cara o con un PIN. No necesita contraseña, y ninguna página falsa puede quitársela.',
    none: 'Todavía no tiene ninguna llave de acceso.',
    synced: 'También en sus otros dispositivos',
    removeHint: 'Después ya no podrá iniciar sesión con ella, aunque su dispositivo todavía la muestre.',
    addTitle: 'Añadir una llave de acceso',
    addLead: 'Su dispositivo le pedirá que lo desbloquee. Después guardará la llave de acceso.',
    name: 'Nombre de la llave de acceso',
    nameHint: 'Así sabrá más adelante en qué dispositivo está.',
    addButton: 'Añadir una llave de acceso',
    full: 'Tiene 20 llaves de acceso y no puede añadir más. Elimine una que no necesite.',
    withoutScript:
      'Este navegador no puede crear llaves de acceso en esta página. Puede seguir iniciando sesión con su contraseña.',
    stopped:
      'Su dispositivo no ha creado ninguna llave de acceso. No se ha cambiado nada. Puede intentarlo de nuevo.',
    known: 'Este dispositivo ya tiene una llave de acceso para su cuenta. Puede usarla para iniciar sesión.',
    proveLead:
      'Para añadir o eliminar una llave de acceso, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5 minutos.',
    saved: 'La llave de acceso se ha añadido. Le hemos enviado un correo para informarle.',
    removed:
      'La llave de acceso se ha eliminado. Le hemos enviado un correo para informarle. Es posible que su dispositivo todavía la muestre: también puede borrarla allí.',
    problems: {
      'bad-name': 'Escriba un nombre de 1 a 60 caracteres para la llave de acceso',
      'too-late': 'Ha tardado demasiado. No se ha cambiado nada. Inténtelo de nuevo.',
      'not-fitting':
        'Su dispositivo ha dado una respuesta que no podemos usar. No se ha cambiado nada. Inténtelo de nuevo o use otro dispositivo.',
      known:
        'Este dispositivo ya tiene una llave de acceso para su cuenta. Puede usarla para iniciar sesión.',
      'too-many': 'Tiene 20 llaves de acceso y no puede añadir más. Elimine una que no necesite.',
    },
    renamed:
      'La llave de acceso tiene su nombre nuevo. Le hemos enviado un correo para informarle. En su dispositivo quizá tenga todavía el anterior.',
  },
  offer: {
    title: 'La próxima vez, inicie sesión sin contraseña',
    lead: 'Añada una llave de acceso a este dispositivo. Así iniciará sesión del mismo modo que desbloquea su dispositivo: con la huella, con la cara o con un PIN.',
    safe: 'Su huella y su cara nunca salen de su dispositivo. Su contraseña sigue siendo válida.',
    notNow: 'Ahora no',
    later: 'Puede añadir una llave de acceso en cualquier momento desde su cuenta.',
    addedTitle: 'Su llave de acceso se ha añadido',
    added: 'La próxima vez, inicie sesión con su llave de acceso. Le hemos enviado un correo para avisarle.',
    onward: 'Continuar',
  },
  login: {
    asksForMore: 'Este servicio pide algo más que una contraseña. Use su llave de acceso si tiene una.',
    button: 'Iniciar sesión con una llave de acceso',
    again: 'Usar una llave de acceso',
    stopped: 'No se ha usado ninguna llave de acceso. Inténtelo de nuevo o inicie sesión con su contraseña.',
    refused:
      'Esta llave de acceso no se puede usar aquí. Inicie sesión con su correo electrónico y su contraseña.',
    tooLate: 'Ha tardado demasiado. Inténtelo de nuevo.',
  },
  recentRemoved:
    'Hemos eliminado las llaves de acceso que se añadieron en los últimos 3\u00a0días solo con la contraseña.',
  recentWill: 'Las llaves de acceso que se añadieron en los últimos 3\u00a0días solo con la contraseña:',
  holds: {
    passkeys: {
      less: plural('es', {
        one: 'se quita # llave de acceso',
        many: 'se quitan # llaves de acceso',
        other: 'se quitan # llaves de acceso',
      }),
    },
  },
  events: {
    added: () => html`Se añadió una llave de acceso`,
    removed: () => html`Se eliminó una llave de acceso`,
    renamed: () => html`Se cambió el nombre de una llave de acceso`,
    refused: () => html`Alguien no pudo iniciar sesión con una llave de acceso`,
    removedByOperator: () => html`Los responsables de este servicio eliminaron las llaves de acceso`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Se ha añadido una llave de acceso a su cuenta',
      before: [
        `Se ha añadido una llave de acceso a su cuenta en ${serviceName} (${moment(at)}). Permite iniciar sesión sin su contraseña. Si ha sido usted, no tiene que hacer nada.`,
        `${WAS_NOT_ME} En los 3 primeros días eso también elimina la llave, si se añadió solo con la contraseña. Si no, se conserva: entonces inicie sesión también con la nueva contraseña y elimine la llave en la página Llaves de acceso.`,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Se ha eliminado una llave de acceso de su cuenta',
      before: [
        `Se ha eliminado una llave de acceso de su cuenta en ${serviceName} (${moment(at)}). Ya no permite iniciar sesión. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Una llave de acceso tiene un nombre nuevo',
      before: [
        `Una llave de acceso de su cuenta en ${serviceName} ha recibido otro nombre (${moment(at)}). Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    recentRemoved: ({ addedAt }, serviceName, moment) => ({
      subject: 'Se han eliminado llaves de acceso nuevas',
      before: [
        `Se ha elegido una contraseña nueva para su cuenta en ${serviceName} por medio de un correo. Para protegerle, se han eliminado las llaves de acceso que se añadieron en los 3\u00a0días anteriores: ${addedAt.map(moment).join('; ')}.`,
        'Las eliminamos porque no podemos saber si las añadió usted u otra persona que estaba en su cuenta. Si fue usted, inicie sesión y añádalas otra vez.',
        'Es posible que su dispositivo todavía muestre las antiguas: puede eliminarlas allí.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Se han eliminado sus llaves de acceso',
      before: [
        `Los responsables de ${serviceName} han eliminado todas las llaves de acceso de su cuenta (${moment(at)}). Usted inicia sesión con su contraseña. Si lo ha pedido usted, no tiene que hacer nada.`,
        `${WAS_NOT_ME} Dígaselo también a los responsables del servicio.`,
      ],
    }),
  },
  findings: {
    'has-passkeys': {
      has: (count) => `La cuenta tiene ${passkeys(count)}.`,
      used: (at) => html`La última vez se usó una el ${at}.`,
      neverUsed: 'Todavía no se ha usado ninguna.',
      tell: 'Puede pulsar «Iniciar sesión con una llave de acceso» en un dispositivo que la tenga.',
    },
  },
}
