import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { SupportWords } from './en.ts'

const tries = plural('es', {
  one: 'Desde el último inicio de sesión falló # intento, el',
  many: 'Desde el último inicio de sesión fallaron # de intentos, el más reciente el',
  other: 'Desde el último inicio de sesión fallaron # intentos, el más reciente el',
})
const afterForgiving = plural('es', {
  one: 'Desde que se olvidaron los intentos anteriores, falló # intento, el',
  many: 'Desde que se olvidaron los intentos anteriores, fallaron # de intentos, el más reciente el',
  other: 'Desde que se olvidaron los intentos anteriores, fallaron # intentos, el más reciente el',
})
const recent = {
  tries: (count: number, at: Html) => html`${tries(count)} ${at}.`,
  triesAfterForgiving: (count: number, at: Html) => html`${afterForgiving(count)} ${at}.`,
}

/** What a supporter is told, in Spanish. */
export const es: SupportWords = {
  findings: {
    'last-failed-wrong-password': {
      ...recent,
      what: 'La contraseña era incorrecta.',
      tell: 'La contraseña era incorrecta. Pulse «¿Ha olvidado su contraseña?» y elija una nueva.',
    },
    'last-failed-unreadable-hash': {
      ...recent,
      what: 'El hash guardado de la contraseña no se puede leer: está dañado, o sellado con una clave secreta que el servicio no tiene.',
      tell: 'Pulse «¿Ha olvidado su contraseña?» y elija una contraseña nueva.',
    },
    'last-failed-wrong-code': {
      ...recent,
      what: 'La contraseña era correcta y el código no.',
      tell: 'El código era incorrecto. Ponga el reloj de su teléfono en automático y escriba el código que la aplicación muestra ahora.',
    },
    'last-failed-replayed-code': {
      ...recent,
      what: 'La contraseña era correcta y el código ya se había usado.',
      tell: 'Cada código vale una vez. Espere a que la aplicación muestre el siguiente.',
    },
    'last-failed-wrong-recovery-code': {
      ...recent,
      what: 'La contraseña era correcta y el código de recuperación no.',
      tell: 'El código de recuperación era incorrecto o ya está gastado. Pruebe el siguiente de su lista.',
    },
    'signed-out-by-operator': {
      ended: (name: Html, at: Html) =>
        html`${name}, del equipo, cerró todas las sesiones de esta persona el ${at}, y nadie ha iniciado sesión desde entonces.`,
      tell: (at: Html) => html`El ${at} los responsables de este servicio cerraron todas sus sesiones.`,
      newest: {
        'signed-in': (at: Html) =>
          html`El ${at} alguien inició sesión con un navegador nuevo para su cuenta. Si no fue usted, elija una contraseña nueva.`,
        'password-reset': (at: Html) =>
          html`El ${at} alguien eligió una contraseña nueva para su cuenta con un enlace enviado por correo. Si no fue usted, proteja su buzón y elija después una contraseña nueva.`,
        'browser-admitted': (at: Html) =>
          html`El ${at} un enlace enviado por correo admitió un navegador nuevo para su cuenta. Si no fue usted, proteja su buzón y elija después una contraseña nueva.`,
      },
      noNewBrowser:
        'En los últimos 30 días nadie inició sesión con un navegador nuevo para su cuenta, y ningún enlace enviado por correo admitió uno ni puso una contraseña nueva.',
      noNewBrowserSince: (at: Html) =>
        html`Su cuenta se creó el ${at}. Desde entonces nadie ha iniciado sesión con otro navegador nuevo para ella, y ningún enlace enviado por correo ha admitido uno ni ha puesto una contraseña nueva.`,
      again: 'Inicie sesión de nuevo.',
    },
  },
  leads: {
    slows: 'La cuenta se puede usar. Pero:',
    waits: 'Nada impide entrar ahora a esta persona. Pero:',
    tells:
      'Portico no sabe de nada que impida entrar a esta persona. Los límites de su red no se ven desde aquí. Pregunte qué pone la página y cuál es su número.',
  },
  nothing: {
    several:
      'Más de una cuenta o un servicio tiene este nombre o este teléfono. Pregunte por la dirección de correo.',
    oneName:
      'Con esto no se encuentra a nadie. Un nombre o un apellido solo no encuentra a nadie, salvo que sea el nombre completo: escriba el nombre completo de la persona o del servicio, o pida la dirección de correo.',
    orNumber:
      'Si es el número de una página, aún no se conoce o tiene más de un día: inténtelo otra vez dentro de medio minuto.',
    nothing:
      'Con esto no se encuentra a nadie: no es dirección de correo, sujeto, servicio, número de página, teléfono ni nombre completo. Pida la dirección de correo.',
    address:
      'Nadie tiene una cuenta con esta dirección, y nadie la ha pedido en los últimos días. Pregunte por otra dirección o cómo se escribe. Con esta, cualquiera puede crear una cuenta.',
    program: 'Nada impide entrar en este servicio.',
  },
  page: {
    answered: (at, events) => html`La página con este número se respondió el ${at}: ${events}.`,
    again:
      'Si la persona acaba de leer el número, inténtelo otra vez dentro de medio minuto: las páginas que dicen que no se conocen unos segundos después.',
    noEvent:
      'Si no, ningún suceso del último día tiene este número: la página no cambió nada, no hay página en la dirección que se abrió, o es más antigua. Cuentan las mayúsculas y minúsculas.',
    noAccount:
      'Ninguna cuenta corresponde a lo que se escribió ahí. Pregunte qué dirección de correo se escribió, y búsquela.',
    inLog: (name) => html`El log lo tiene como ${name}.`,
  },
}
