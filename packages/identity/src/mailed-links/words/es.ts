import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { MailedLinkWords } from './en.ts'

const times = plural('es', {
  one: 'En los últimos días se pidió # vez.',
  many: 'En los últimos días se pidió # de veces.',
  other: 'En los últimos días se pidió # veces.',
})
const registration = {
  asked: (at: Html) => html`El ${at} se pidió una cuenta con esta dirección.`,
  times,
}
const recovery = { asked: (at: Html) => html`El ${at} se pidió una contraseña nueva.`, times }
const browser = { asked: (at: Html) => html`El ${at} se pidió un enlace para un navegador nuevo.`, times }
const verification = {
  asked: (at: Html) => html`El ${at} se pidió un enlace que confirma la dirección.`,
  times,
}
const mailRefused = {
  tell: 'Su proveedor de correo rechaza nuestro mensaje. Mire si la dirección está bien escrita y si su buzón está lleno; si no, use otra dirección.',
  noMailbox:
    'Su proveedor de correo dice que no hay ningún buzón con esta dirección. Mire si está bien escrita; si no, use otra dirección.',
  fullMailbox: 'Su buzón está lleno. Haga sitio y pida el correo otra vez, o use otra dirección.',
  seemsGone:
    'Parece que no hay ningún buzón con esta dirección. Mire si está bien escrita; si no, use otra dirección.',
  seemsFull: 'Parece que su buzón está lleno. Haga sitio y pida el correo otra vez, o use otra dirección.',
}
const accountMailRefused = {
  lostMailbox: (command: Html) =>
    html`Si la persona que llama ha perdido este buzón, solo con prueba de quién es: ${command}`,
  tell: 'Su proveedor de correo rechaza nuestro mensaje. Mire si su buzón está lleno: entonces haga sitio y pida el correo otra vez. Si ya no lo tiene, inicie sesión de otra forma, si puede, y cambie la dirección en su cuenta.',
  noMailbox:
    'Su proveedor de correo dice que su buzón no existe. Si ya no lo tiene, inicie sesión de otra forma, si puede, y cambie la dirección en su cuenta.',
  fullMailbox: 'Su buzón está lleno. Haga sitio y pida el correo otra vez.',
  seemsGone:
    'Parece que su buzón no existe. Si ya no lo tiene, inicie sesión de otra forma, si puede, y cambie la dirección en su cuenta.',
  seemsFull: 'Parece que su buzón está lleno. Haga sitio y pida el correo otra vez.',
}
const mailPutOff = {
  tell: 'Su proveedor de correo no aceptó nuestro mensaje a tiempo. Mire si la dirección está bien escrita y si su buzón está lleno. Después inténtelo más tarde o use otra dirección.',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: 'Su proveedor de correo no aceptó nuestro mensaje a tiempo. Mire si su buzón está lleno: entonces haga sitio y pida el correo otra vez más tarde. Si ya no lo tiene, inicie sesión de otra forma, si puede, y cambie la dirección en su cuenta.',
}
const ended = (at: Html) => html`El enlace no se usó y valió hasta el ${at}.`
const linkWaits = {
  works: (at: Html) => html`El enlace vale hasta el ${at}. Todavía no lo ha usado nadie.`,
  tell: 'Busque nuestro correo más reciente, también en la carpeta de correo no deseado, y abra su enlace.',
}
const limit = {
  ends: (at: Html) => html`Termina el ${at}.`,
  tell: (at: Html) =>
    html`Lo ha pedido demasiadas veces. Busque los correos que ya llegaron o espere hasta el ${at}.`,
}

const again = 'Quien crea la cuenta otra vez recibe enseguida un enlace nuevo.'
const registrationEnded = (at: Html) => html`${ended(at)} ${again}`
const registrationWaits = {
  works: (at: Html) => html`${linkWaits.works(at)} Hasta que alguien lo abra no hay cuenta. ${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in Spanish. */
export const es: MailedLinkWords = {
  limits: {
    registrations: 'Cuentas pedidas',
    recoveries: 'Contraseñas nuevas pedidas por correo',
    browserLinks: 'Enlaces pedidos para un navegador nuevo',
    codes: 'Intentos con códigos de correos',
  },
  acts: {
    resend: {
      title: 'Enviar de nuevo el correo con el enlace',
      note: 'Cuenta como uno de los correos que se pueden pedir en una hora. Usted no ve el enlace.',
      nothing: {
        suspended: 'La cuenta está suspendida: decida primero sobre eso.',
        'nothing-waits': 'En los últimos días no se pidió ningún enlace que esté sin usar.',
        'mail-refused':
          'El servidor de correo rechazó definitivamente el correo con este enlace. Cuando el buzón vuelva a aceptar correo, la persona pide un enlace nuevo.',
      },
      says: {
        done: ({ letter, at }) => html`El correo ${letter} se envía otra vez; su enlace vale hasta el ${at}.`,
      },
      refused: {
        'too-many': plural('es', {
          one: 'Ya se pidieron tantos correos de este tipo como recibe una dirección en una hora. Inténtelo otra vez dentro de # minuto.',
          many: 'Ya se pidieron tantos correos de este tipo como recibe una dirección en una hora. Inténtelo otra vez dentro de # minutos.',
          other:
            'Ya se pidieron tantos correos de este tipo como recibe una dirección en una hora. Inténtelo otra vez dentro de # minutos.',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('es', {
        one: 'deja de valer # enlace enviado por correo',
        many: 'dejan de valer # enlaces enviados por correo',
        other: 'dejan de valer # enlaces enviados por correo',
      }),
      more: plural('es', {
        one: 'se envía # enlace por correo',
        many: 'se envían # enlaces por correo',
        other: 'se envían # enlaces por correo',
      }),
    },
  },
  events: {
    recoveryRequested: () => html`Alguien pidió un enlace para elegir una contraseña nueva`,
    browserLinkRequested: () => html`Alguien pidió un enlace para usar un navegador nuevo`,
    verificationRequested: () => html`Se envió un enlace para confirmar la dirección de correo`,
    letterResent: () => html`Los responsables de este servicio enviaron de nuevo el correo con el enlace`,
    codeRefused: () => html`Alguien escribió un código de correo incorrecto`,
    codeUsed: () => html`Se escribió un código de un correo en lugar de abrir su enlace`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: 'Cree la cuenta otra vez; el formulario se rellena enseguida. Abra el correo más reciente antes de que pase un día.',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: 'Pulse otra vez «¿Ha olvidado su contraseña?» y abra el correo más reciente antes de que pase media hora.',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: 'Inicie sesión otra vez con el navegador que quiere usar, pida otro enlace y abra allí el correo más reciente antes de que pase media hora.',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': {
      ...verification,
      ended,
      tell: 'Inicie sesión y pida otro correo.',
    },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': {
      times,
      ended,
      tell: 'Pida el correo otra vez, y abra el más reciente antes de que pase media hora.',
    },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: 'Con esta dirección se pidió una cuenta tantas veces como se permite.',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: 'Con esta dirección se pidió una contraseña nueva tantas veces como se permite.',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked: 'Con esta dirección se pidió un enlace para un navegador nuevo tantas veces como se permite.',
    },
    'limit-code-per-email': {
      ...limit,
      asked: 'Con esta dirección se probaron códigos de correos tantas veces como se permite.',
    },
  },
}
