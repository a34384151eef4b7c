import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.es

const MORE_SIGN_INS =
  'En la última hora ha habido varios inicios de sesión como este. En la próxima hora puede haber más sin que le escribamos. La página Actividad de su cuenta los muestra todos.'

const waits = plural('es', {
  one: '# correo para esta dirección espera desde el',
  many: '# de correos para esta dirección esperan desde el',
  other: '# correos para esta dirección esperan desde el',
})
const putOff = plural('es', { one: '# intento', many: '# de intentos', other: '# intentos' })
const others = plural('es', {
  one: '# correo para otra dirección espera',
  many: '# de correos para otras direcciones esperan',
  other: '# correos para otras direcciones esperan',
})

/** The letters in Spanish. */
export const es: LetterWords = {
  language: 'es',
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
  colon: ':',
  code: 'O escriba este código en la página en la que pidió este correo. No se lo diga a nadie, tampoco a nosotros.',
  links: { help: 'Ayuda', privacy: 'Privacidad', accessibility: 'Declaración de accesibilidad' },
  footer: (serviceName) =>
    `${serviceName} ha enviado este correo automáticamente. Nunca le pediremos su contraseña por correo electrónico, por mensaje ni por teléfono.`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: 'Confirme su correo electrónico',
      before: [
        `Alguien, probablemente usted, ha pedido una cuenta en ${serviceName} con este correo electrónico. Abra este enlace para confirmar la dirección y elegir una contraseña.`,
      ],
      steps: [{ label: 'Elegir una contraseña', address: link.reveal() }],
      after: [
        'El enlace es válido durante 24\u00a0horas.',
        'Si no ha pedido una cuenta, no tiene que hacer nada: sin el enlace no se crea ninguna.',
      ],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: 'Ya tiene una cuenta',
      before: [
        `Alguien, probablemente usted, ha pedido una cuenta en ${serviceName} con este correo electrónico. Ya tiene una, y no se ha cambiado nada en ella.`,
      ],
      steps: [
        { label: 'Iniciar sesión', address: signInAddress },
        { label: 'Elegir una contraseña nueva, si ha olvidado la suya', address: recoverAddress },
      ],
      after: ['Si no ha sido usted, no tiene que hacer nada.'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: 'Elija una contraseña nueva',
      before: [
        `Alguien, probablemente usted, ha pedido elegir una contraseña nueva para su cuenta en ${serviceName}. Abra este enlace para hacerlo.`,
      ],
      steps: [{ label: 'Elegir una contraseña nueva', address: link.reveal() }],
      after: [
        'El enlace es válido durante 30\u00a0minutos y una sola vez. Después, su sesión se cerrará en todas partes.',
        'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: 'Un navegador nuevo para su cuenta',
      before: [
        `Alguien, probablemente usted, quiere iniciar sesión en su cuenta en ${serviceName} con un navegador que nunca se ha usado para entrar en ella. Antes se han escrito muchas contraseñas incorrectas seguidas, así que le pedimos que confirme que es usted.`,
        'Abra este enlace en el navegador con el que quiere iniciar sesión.',
      ],
      steps: [{ label: 'Usar este navegador', address: link.reveal() }],
      after: [
        'El enlace es válido durante 30\u00a0minutos y una sola vez. No inicia la sesión: después inicie sesión con su contraseña, como siempre.',
        'Si no ha sido usted, no tiene que hacer nada: sin el enlace nadie puede probar contraseñas con un navegador nuevo.',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: 'Confirme de nuevo su correo electrónico',
      before: [
        `Antes de continuar con su cuenta en ${serviceName}, confirme que este correo electrónico sigue siendo suyo.`,
      ],
      steps: [{ label: 'Confirmar esta dirección', address: link.reveal() }],
      after: ['El enlace es válido durante 24\u00a0horas.', 'Si no ha sido usted, no tiene que hacer nada.'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: 'Su contraseña se ha cambiado',
      before: [
        `La contraseña de su cuenta en ${serviceName} se ha cambiado. Si ha sido usted, no tiene que hacer nada. Sus llaves de acceso se conservan, salvo las que le indique otro correo. Revíselas en la página Llaves de acceso.`,
        WAS_NOT_ME,
      ],
      steps: [{ label: 'No he sido yo: elegir una contraseña nueva', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName, moment) => ({
      subject: 'Nuevo inicio de sesión en su cuenta',
      before: [
        `Alguien ha iniciado sesión en su cuenta en ${serviceName} con un navegador que no conocíamos: ${browser}, ${system}, ${moment(at)}. Si ha sido usted, no tiene que hacer nada.`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: 'No he sido yo: elegir una contraseña nueva', address: recoverAddress }],
      after: [],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: 'Su cuenta está bloqueada hasta que elija otra contraseña',
      before: [
        `Usted nos dijo que otra persona ha estado en su cuenta en ${serviceName}. Se han cerrado todas las sesiones. La contraseña ya no funciona, y se han eliminado todas las llaves de acceso.`,
        'Abra este enlace y elija una contraseña que no use en ningún otro sitio. Entonces su cuenta vuelve a estar abierta.',
      ],
      steps: [{ label: 'Elegir una contraseña nueva', address: link.reveal() }],
      after: [
        'El enlace funciona durante 30\u00a0minutos y solo una vez. Después, pida otro en la página de contraseña olvidada.',
        'Si no ha sido usted, otra persona tenía la sesión iniciada en su cuenta: use el enlace también en ese caso.',
      ],
    }),
  },
  findings: {
    'mail-waits': {
      waits: (count, since) => html`${waits(count)} ${since}.`,
      putOff: (times) => `El servidor de correo ha aplazado ${putOff(times)}.`,
      others: (count) => `${others(count)}.`,
      noOthers: 'No espera ningún otro correo.',
      readLog: (name) =>
        html`Mire qué responde el servidor de correo de esta dirección: en el log aparece como ${name}.`,
      tellOperator: (command) => html`Avise a quien lleva el servidor de correo: ${command} lo prueba.`,
      tell: 'Nuestro correo para usted todavía no ha sido aceptado. Seguimos intentándolo. Mire si su buzón está lleno.',
    },
  },
}
