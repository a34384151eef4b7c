import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../../../platform/plurals.ts'
import type { englishEntering } from '../en/entering.ts'

const tries = plural('es', { one: 'una vez más', many: '# de veces más', other: '# veces más' })

/** Registration, recovery, sign-in and authorization, in Spanish. */
export const spanishEntering: typeof englishEntering = {
  register: {
    title: 'Cree su cuenta',
    lead: 'Una sola cuenta para todos los servicios públicos conectados. Solo necesita un correo electrónico.',
    next: 'Le enviaremos un enlace por correo. Ábralo para confirmar su dirección y elegir una contraseña.',
    button: 'Crear la cuenta',
    haveAccount: '¿Ya tiene una cuenta?',
    signIn: 'Iniciar sesión',
  },
  checkEmail: {
    title: 'Revise su correo',
    registration: (address: Html) =>
      html`Si se puede crear una cuenta con ${address}, hemos enviado un correo a esa dirección. Abra el enlace del correo para continuar.`,
    recovery: (address: Html) =>
      html`Si ${address} pertenece a una cuenta, hemos enviado un correo a esa dirección. Abra el enlace del correo para elegir una contraseña nueva.`,
    'new-browser': (address: Html) =>
      html`Si ${address} pertenece a una cuenta, hemos enviado un correo a esa dirección. Abra el enlace del correo con este navegador.`,
    verification: (address: Html) =>
      html`Si todavía hay que confirmar ${address}, hemos enviado un correo a esa dirección. Abra el enlace del correo para confirmarla.`,
    anAddress: 'la dirección que ha indicado',
    within: {
      registration: 'El enlace es válido durante 24\u00a0horas.',
      recovery: 'El enlace es válido durante 30\u00a0minutos y una sola vez.',
      'new-browser': 'El enlace es válido durante 30\u00a0minutos y una sola vez.',
      verification: 'El enlace es válido durante 24\u00a0horas.',
    },
    nothing: 'Si no llega ningún correo',
    steps: [
      'Espere unos minutos: algunos proveedores de correo son lentos.',
      'Mire en la carpeta de correo no deseado.',
      'Compruebe que la dirección está bien escrita.',
    ],
    again: 'Intentarlo con otra dirección',
    refused: {
      title: 'Su proveedor de correo rechazó nuestro correo',
      lead: (address: Html) => html`El correo a ${address} no ha llegado.`,
      steps: [
        'Compruebe que la dirección esté bien escrita.',
        'Si lo está, quizá su buzón esté lleno. Libere espacio y envíe el correo otra vez.',
      ],
    },
    close: 'Puede cerrar esta página.',
    code: {
      lead: 'También puede escribir aquí el código del correo. Úselo si lee el correo en otro dispositivo.',
      label: 'Código del correo',
      hint: '6 cifras. El código solo funciona en este navegador.',
      button: 'Continuar',
      problems: {
        unreadable: 'Escriba las 6 cifras del código del correo',
        wrong: (left: number) =>
          `Este código no es correcto. Compruebe que es el del correo más reciente. Puede intentarlo ${tries(left)}.`,
        over: 'El código de este correo ya no funciona.',
        overNext: 'Abra el enlace del correo más reciente o pida que se lo enviemos otra vez.',
        closed:
          'Hoy se han escrito demasiados códigos para esta dirección. Abra el enlace del correo más reciente: todavía funciona.',
      },
    },
    resend: {
      button: 'Enviar el correo otra vez',
      wait: (time: Html) => html`Puede enviarlo otra vez en ${time}.`,
      few: 'A una dirección solo enviamos unos pocos correos por hora.',
      early: (time: string) =>
        `Acabamos de enviar el correo y puede que aún esté en camino. Puede enviarlo otra vez en ${time}.`,
      done: 'Se ha pedido el correo otra vez. Solo funciona el código del correo más reciente.',
    },
  },
  setPassword: {
    registration: { title: 'Elija una contraseña', button: 'Guardar la contraseña' },
    recovery: { title: 'Elija una contraseña nueva', button: 'Guardar la contraseña nueva' },
    registrationLead: 'Así confirma su correo electrónico y abre su cuenta.',
    recoveryLead: 'Su sesión se cerrará en todas partes, también en todos los servicios conectados.',
    recoveryKeys:
      'Las llaves de acceso se conservan, salvo las que se añadieron en los últimos 3\u00a0días solo con la contraseña: elimine las que no reconozca.',
    removes: 'La nueva contraseña elimina también',
  },
  passwordSet: {
    registration: {
      title: 'Su cuenta está lista',
      what: 'Su correo electrónico está confirmado y su contraseña está guardada.',
      next: 'Inicie sesión para usar su cuenta en cualquier servicio conectado.',
    },
    recovery: {
      title: 'Su contraseña se ha cambiado',
      what: 'Su sesión se ha cerrado en todas partes, también en todos los servicios conectados.',
      next: 'Inicie sesión de nuevo con su contraseña nueva.',
    },
    removed: {
      title: 'Hemos eliminado una forma nueva de iniciar sesión',
      why: 'No podemos saber si lo añadió usted u otra persona que estaba en su cuenta. Por eso se elimina lo que es tan nuevo cuando se elige una contraseña por correo.',
      next: 'Si fue usted, inicie sesión y añádalo otra vez. Puede eliminar la entrada antigua en su dispositivo o en su aplicación.',
    },
    elsewhere:
      '¿Empezó en otro dispositivo o en otro navegador? También puede iniciar sesión allí y seguir donde estaba.',
    button: 'Iniciar sesión',
  },
  addressVerified: {
    title: 'Su correo electrónico está confirmado',
    what: 'Ya puede volver a entrar en los servicios conectados.',
    button: 'Continuar',
  },
  linkInvalid: {
    title: 'Este enlace no funciona',
    what: 'Es posible que haya caducado, que ya se haya usado o que no esté completo. No se ha cambiado nada.',
    signIn: {
      next: '¿Ya ha elegido su contraseña? Entonces puede iniciar sesión.',
      button: 'Iniciar sesión',
    },
    registration: {
      next: 'Regístrese otra vez y le enviaremos un enlace nuevo.',
      button: 'Obtener un enlace nuevo',
    },
    recovery: {
      next: 'Pida un enlace nuevo. Lo enviaremos a su correo electrónico.',
      button: 'Obtener un enlace nuevo',
    },
    'new-browser': {
      next: 'Inicie sesión otra vez. Si todavía hace falta un enlace, allí puede pedir uno nuevo.',
      button: 'Ir a iniciar sesión',
    },
    verification: { next: 'Vaya a su cuenta y pida allí un enlace nuevo.', button: 'Ir a su cuenta' },
  },
  login: {
    title: 'Inicie sesión',
    toProgram: (program: Html) => html`para entrar en ${program}`,
    provesAgain: (program: Html) =>
      html`Tiene la sesión iniciada. Para seguir en ${program}, demuestre otra vez que es usted.`,
    button: 'Iniciar sesión',
    wrong:
      'El correo electrónico y la contraseña no corresponden entre sí. Revise los dos e inténtelo de nuevo.',
    wrongHelp: '¿Acaba de registrarse? Abra primero el enlace del correo que le hemos enviado.',
    signedOut: {
      title: 'Su sesión se ha cerrado.',
      whys: {
        elsewhere: 'Esta sesión se cerró desde otro dispositivo.',
        changed:
          'Se cambió algo en su cuenta, por ejemplo la contraseña. Eso cierra la sesión en todas partes.',
      },
      kept: 'Inicie sesión otra vez: lo que escribió sigue ahí.',
    },
    lapsed: (program: Html) =>
      html`${program} ha esperado una hora y ya no espera. Puede iniciar sesión aquí. Después abra ${program} otra vez.`,
    forgotten: '¿Ha olvidado su contraseña?',
    noAccount: '¿Todavía no tiene cuenta?',
    register: 'Crear una cuenta',
  },
  recover: {
    title: 'Recupere su cuenta',
    lead: 'Escriba el correo electrónico de su cuenta. Le enviaremos un enlace para elegir una contraseña nueva.',
    button: 'Enviar el enlace',
    remembered: '¿Ha recordado su contraseña?',
    signIn: 'Iniciar sesión',
  },
  newBrowser: {
    title: 'Primero confirme que es usted',
    lead: 'Se han escrito muchas contraseñas o códigos incorrectos para este correo electrónico. Por eso, un navegador que todavía no ha iniciado sesión con él necesita antes un enlace enviado por correo.',
    known: 'En un navegador en el que ya haya iniciado sesión puede hacerlo como siempre.',
    button: 'Enviar el enlace',
    forgotten: '¿Ha olvidado su contraseña?',
    recover: 'Elegir una nueva',
    signIn: 'Iniciar sesión con otra dirección',
  },
  verifyBrowser: {
    title: 'Use este navegador para su cuenta',
    lead: 'Escriba el correo electrónico de su cuenta para confirmar que es usted quien ha abierto este enlace. Después podrá iniciar sesión con este navegador y su contraseña, como siempre.',
    wrong: 'Escriba la dirección a la que se envió el correo con el enlace',
    stop: 'Si no ha pedido este enlace, cierre esta página.',
    button: 'Usar este navegador',
  },
  receives: {
    identity: 'Un identificador de su cuenta, para reconocerle cuando vuelva',
    name: 'Su nombre',
    email: 'Su correo electrónico',
    phone: 'Su número de teléfono, si lo ha indicado',
    language: 'Su idioma',
    'stay-connected': 'Permiso para mantener la conexión hasta 14\u00a0días sin preguntarle de nuevo',
  },
  confirm: {
    title: 'Entrar en un servicio',
    heading: (program: Html) => html`¿Entrar en ${program}?`,
    reasons: {
      first: 'Si continúa, este servicio quedará conectado a su cuenta.',
      'new-scopes': 'Este servicio pide ver más datos que antes.',
      asked: 'Este servicio le pide que lo confirme otra vez.',
      switched:
        'Desde la última página, alguien ha iniciado o cerrado sesión en este navegador. Continúe solo si esta cuenta es la suya.',
      unled:
        'Ha llegado aquí por un enlace y no desde una página del servicio. Continúe solo si quería hacerlo.',
    },
    signedInAs: 'Ha iniciado sesión como',
    receives: 'El servicio recibirá',
    never: 'Nunca ve su contraseña.',
    goesTo: (host: Html) => html`Irá a ${host}.`,
    button: (program: Html) => html`Entrar en ${program}`,
    cancel: 'Cancelar',
    another: 'Usar otra cuenta',
  },
  verificationRequired: {
    title: 'Confirme su correo electrónico',
    what: (address: Html) =>
      html`Tiene que confirmar de nuevo su dirección ${address} antes de entrar en un servicio.`,
    next: 'Enviaremos un enlace a esta dirección. Ábralo; después vuelva al servicio e inicie sesión de nuevo.',
    button: 'Enviar un enlace nuevo',
  },
  verifyAddress: {
    title: 'Confirme su correo electrónico',
    lead: 'Escriba su contraseña para confirmar que es usted quien ha abierto este enlace.',
    button: 'Confirmar la dirección',
  },
}
