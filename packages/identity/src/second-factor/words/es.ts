import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { CodeWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es

const MORE_WRONG_CODES =
  'En la última hora ha habido muchos códigos incorrectos. En la próxima hora puede haber más sin que le escribamos. La página Actividad de su cuenta los muestra todos.'

const apps = plural('es', { one: '# aplicación', many: '# de aplicaciones', other: '# aplicaciones' })
const left = plural('es', {
  one: 'Queda # código de recuperación',
  many: 'Quedan # de códigos de recuperación',
  other: 'Quedan # códigos de recuperación',
})

/** Codes beside the password, in Spanish. */
export const es: CodeWords = {
  limits: {
    appChanges: 'Cambios de aplicaciones para códigos',
    newRecoveryCodes: 'Códigos de recuperación creados',
  },
  acts: {
    reset: {
      title: 'Quitar de inmediato las aplicaciones y los códigos de recuperación',
      note: 'Después de la contraseña ya no se pide ningún código. La contraseña, las llaves de acceso y las sesiones se conservan. Se avisa por correo.',
      nothing: { noCodes: 'La cuenta no tiene ninguna aplicación ni código de recuperación.' },
      says: {
        done: 'A la persona ya no se le pide ningún código.',
        already: 'A la persona no se le pedía ningún código; nada ha cambiado.',
      },
    },
  },
  nav: 'Códigos',
  home: {
    noApp: 'Ninguna todavía',
    addApp: 'Con los códigos de una aplicación, nadie entra solo con su contraseña.',
    noneLeft: 'No queda ninguno',
    makeNew: 'Cree otros nuevos, para poder entrar sin su aplicación.',
  },
  page: {
    title: 'Códigos de una aplicación',
    lead: 'Con una aplicación en su teléfono inicia sesión con su contraseña y un código. Así nadie entra en su cuenta solo con la contraseña. Una llave de acceso no necesita código.',
    none: 'Todavía no ha añadido ninguna aplicación. Después de la contraseña no le pedimos ningún código.',
    addTitle: 'Añadir una aplicación',
    addLead:
      'Necesita una aplicación que genere códigos, por ejemplo Aegis, 2FAS o Google Authenticator. Muchas aplicaciones que guardan contraseñas también pueden hacerlo.',
    addButton: 'Añadir una aplicación',
    full: 'Tiene 5 aplicaciones y no puede añadir más. Elimine una que no necesite.',
    recoveryTitle: 'Códigos de recuperación',
    recoveryLead:
      'Con un código de recuperación inicia sesión cuando no tiene su aplicación. Cada código vale una vez.',
    recoveryLeft: 'Códigos restantes',
    recoveryAgain: 'Los códigos nuevos sustituyen a todos los anteriores.',
    recoveryButton: 'Crear códigos de recuperación nuevos',
    proveLead:
      'Para cambiar sus códigos, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5 minutos. Después de la contraseña le pediremos un código, si tiene una aplicación.',
    saved: 'La aplicación se ha añadido. Le hemos enviado un correo para informarle.',
    removed:
      'La aplicación se ha eliminado. Le hemos enviado un correo para informarle. Ahora puede borrar la entrada en la aplicación.',
    newTitle: 'Añadir una aplicación para códigos',
    scan: 'Abra la aplicación en su teléfono y escanee esta imagen con ella.',
    qrLabel: 'Código QR para la aplicación',
    openApp: 'La aplicación está en este dispositivo: abrirla',
    orType: 'Si no puede escanear, escriba esta clave en la aplicación:',
    code: 'Código que muestra la aplicación',
    codeHint: 'Seis cifras. Cambian cada 30\u00a0segundos.',
    name: 'Nombre de la aplicación',
    nameHint: 'Así sabrá más adelante en qué teléfono está.',
    usualName: 'Mi teléfono',
    confirmButton: 'Añadir la aplicación',
    cancel: 'Cancelar',
    problems: {
      'bad-name': 'Escriba un nombre de 1 a 60 caracteres para la aplicación',
      'wrong-code':
        'Escriba el código que la aplicación muestra ahora. Si no funciona, compruebe la hora de su teléfono.',
    },
    keepTitle: 'Guarde sus códigos de recuperación',
    keepLead:
      'Desde ahora le pediremos un código después de la contraseña. Si pierde su teléfono, necesitará uno de estos códigos.',
    keepHow:
      'Imprímalos o anótelos, y guárdelos en un lugar seguro. No los volveremos a mostrar. Cada uno vale una vez.',
    madeOn: (at: Html) => html`Creados el ${at}`,
    keptButton: 'He guardado los códigos',
    keep: { download: 'Descargar como texto', print: 'Imprimir', copy: 'Copiar', copied: 'Copiado' },
    renamed: 'La aplicación tiene su nombre nuevo. Le hemos enviado un correo para informarle.',
  },
  signIn: {
    button: 'Iniciar sesión',
    app: {
      title: 'Escriba su código',
      label: 'Código de su aplicación',
      hint: 'Seis cifras. Cambian cada 30\u00a0segundos, y cada código vale una vez.',
      wrong: 'Este código no vale. Espere al siguiente código de su aplicación y escriba ese.',
      other: 'Usar un código de recuperación',
    },
    recovery: {
      title: 'Escriba un código de recuperación',
      label: 'Código de recuperación',
      hint: 'Uno de los diez códigos que guardó. Cada uno vale una vez.',
      wrong: 'Este código de recuperación no vale. Compruébelo o use otro.',
      other: 'Usar un código de su aplicación',
    },
  },
  spent: {
    title: 'Ha usado un código de recuperación',
    left: 'Códigos de recuperación que quedan',
    still: '¿Todavía tiene su aplicación? Entonces no tiene que hacer nada.',
    gone: 'Si ya no la tiene, añada una aplicación nueva y elimine la antigua. Después cree códigos de recuperación nuevos.',
    toCodes: 'Ver mis códigos',
    onward: 'Continuar',
  },
  tooLate:
    'Ha tardado demasiado o ha habido demasiados códigos incorrectos. Inicie sesión de nuevo con su contraseña.',
  recentRemoved:
    'Hemos eliminado las aplicaciones para códigos que se añadieron en los últimos 3\u00a0días solo con la contraseña. Si no queda ninguna otra, tampoco quedan sus códigos de recuperación.',
  recentWill:
    'Las aplicaciones para códigos que se añadieron en los últimos 3\u00a0días solo con la contraseña, y con la última sus códigos de recuperación:',
  holds: {
    apps: {
      less: plural('es', {
        one: 'se quita # aplicación para códigos',
        many: 'se quitan # aplicaciones para códigos',
        other: 'se quitan # aplicaciones para códigos',
      }),
    },
    recoveryCodes: {
      less: plural('es', {
        one: 'se quita # código de recuperación',
        many: 'se quitan # códigos de recuperación',
        other: 'se quitan # códigos de recuperación',
      }),
    },
    halfSignIns: {
      less: plural('es', {
        one: 'termina # inicio de sesión que espera un código',
        many: 'terminan # inicios de sesión que esperan un código',
        other: 'terminan # inicios de sesión que esperan un código',
      }),
    },
    wrongCodes: {
      less: plural('es', {
        one: 'se olvida # código incorrecto',
        many: 'se olvidan # códigos incorrectos',
        other: 'se olvidan # códigos incorrectos',
      }),
    },
  },
  events: {
    added: () => html`Se añadió una aplicación para códigos`,
    removed: () => html`Se eliminó una aplicación para códigos`,
    renamed: () => html`Se cambió el nombre de una aplicación para códigos`,
    codesMade: () => html`Se crearon códigos de recuperación nuevos`,
    codeSpent: () => html`Se usó un código de recuperación`,
    reset: () => html`Los responsables de este servicio eliminaron las aplicaciones para códigos`,
    wrongCodesTold: () => html`Un correo avisó de códigos incorrectos tras la contraseña correcta`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Se ha añadido una aplicación para códigos a su cuenta',
      before: [
        `Se ha añadido una aplicación que genera códigos a su cuenta en ${serviceName} (${moment(at)}). Desde ahora pedimos un código después de la contraseña. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Se ha eliminado una aplicación para códigos de su cuenta',
      before: [
        `Se ha eliminado una aplicación que genera códigos de su cuenta en ${serviceName} (${moment(at)}). Sus códigos ya no valen. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Una aplicación para códigos tiene un nombre nuevo',
      before: [
        `Una aplicación para códigos de su cuenta en ${serviceName} ha recibido otro nombre (${moment(at)}). Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    codesMade: ({ at }, serviceName, moment) => ({
      subject: 'Códigos de recuperación nuevos para su cuenta',
      before: [
        `Se han creado códigos de recuperación nuevos para su cuenta en ${serviceName} (${moment(at)}). Los anteriores ya no valen. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    codeSpent: ({ at }, serviceName, moment) => ({
      subject: 'Se ha usado un código de recuperación de su cuenta',
      before: [
        `Alguien ha iniciado sesión en su cuenta en ${serviceName} con su contraseña y un código de recuperación (${moment(at)}). Ese código no vale otra vez: en la página Códigos verá cuántos quedan. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
      ],
    }),
    wrongCodes: ({ at, isLast }, serviceName, moment) => ({
      subject: 'Códigos incorrectos tras su contraseña',
      before: [
        `Alguien ha escrito la contraseña correcta de su cuenta en ${serviceName} y después códigos incorrectos (${moment(at)}). Nadie ha entrado con esos códigos. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
        ...(isLast ? [MORE_WRONG_CODES] : []),
      ],
    }),
    recentRemoved: ({ addedAt, isLast }, serviceName, moment) => ({
      subject: 'Se han eliminado aplicaciones para códigos nuevas',
      before: [
        `Se ha elegido una contraseña nueva para su cuenta en ${serviceName} por medio de un correo. Para protegerle, se han eliminado las aplicaciones para códigos que se añadieron en los 3\u00a0días anteriores: ${addedAt.map(moment).join('; ')}.`,
        'Las eliminamos porque no podemos saber si las añadió usted u otra persona que estaba en su cuenta. Si fue usted, inicie sesión y añádalas otra vez.',
        ...(isLast
          ? [
              'También se han eliminado sus códigos de recuperación. Con su próxima aplicación recibirá otros nuevos.',
            ]
          : []),
        'Elimine la entrada antigua en la aplicación.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Se han eliminado sus aplicaciones para códigos',
      before: [
        `Los responsables de ${serviceName} han eliminado sus aplicaciones para códigos y sus códigos de recuperación (${moment(at)}). Ahora basta su contraseña. Si lo ha pedido usted, no tiene que hacer nada.`,
        `${WAS_NOT_ME} Dígaselo también a los responsables del servicio.`,
      ],
    }),
  },
  findings: {
    'code-asked-for': {
      apps: (count) =>
        `Además de la contraseña se pide un código. La cuenta tiene ${apps(count)} para códigos.`,
      used: (at) => html`La última vez se usó una aplicación el ${at}.`,
      neverUsed: 'Todavía no se ha usado ninguna aplicación.',
      left: (count) => `${left(count)}.`,
      mayDo: (command) => html`Solo con prueba de quién llama: ${command}`,
      type: 'Escriba el código que la aplicación muestra ahora; el reloj de su teléfono debe ir bien.',
      without:
        'Sin el teléfono, use un código de recuperación o pulse «He perdido mi teléfono y mis códigos de recuperación» en la página que pide el código.',
    },
    'codes-closed-to-new-browsers': {
      wrong: (times) => `Llegaron ${times} códigos incorrectos desde navegadores que la cuenta no conoce.`,
      until: (at) => html`Hasta el ${at}, esos navegadores no pueden intentarlo más.`,
      tell: 'Use un navegador en el que ya haya iniciado sesión. Alguien que conoce su contraseña está probando códigos: elija una contraseña nueva.',
    },
  },
}
