import { html } from '@portico/identity/parts'
import type { OrderWords } from './en.ts'

/** What the service answers to orders, in Spanish. */
export const es: OrderWords = {
  tells: {
    letter: (subject, to) => html`se envía el correo ${subject} a ${to}`,
    noLetter: 'no se envía ningún correo',
    needsConsent: 'Antes de que pase nada, otra persona tiene que aprobarlo.',
    unchanged: 'No cambiaría nada.',
    asked: (operator, at, act) => html`${operator} pidió el ${at}: ${act}`,
    given: (name, value) => html`${name}: ${value}`,
    nowAlso: (what) => html`ahora también: ${what}`,
    noLonger: (what) => html`ya no: ${what}`,
    waits: (number, until) =>
      html`Todavía no ha cambiado nada. La orden espera con el número ${number} hasta el ${until}. Otra persona la aprueba en la página En espera.`,
    withdrawn: (number) => html`La orden ${number} está retirada. No se ha cambiado nada.`,
  },
  refusals: {
    'unknown-citizen': 'Ninguna cuenta tiene este sujeto.',
    'account-closed': 'Esta cuenta está cerrada para siempre y no se puede cambiar.',
    'bad-reason': 'El motivo debe ser una línea de 1 a 500 caracteres.',
    'unknown-act': 'No espera ninguna orden con este número: se hizo, se retiró o nunca existió.',
    over: 'Esta orden ha esperado más de una hora y ya no vale. Dela de nuevo.',
    'own-act': 'Usted mismo pidió esta orden, así que la tiene que aprobar otra persona.',
    'other-asker':
      'Otra persona pidió esta orden. Deja de valer por sí sola al cabo de una hora si nadie la aprueba.',
    'no-operator': 'No se ha cambiado nada, porque usted ya no tiene acceso a la consola.',
    'no-such-act':
      'No se ha cambiado nada, porque la consola no puede ordenarlo: se hace en la máquina del servicio.',
    role: 'No se ha cambiado nada, porque su función no alcanza para esto.',
    'own-account':
      'No se ha cambiado nada, porque es su propia cuenta. Lo hace otra persona, o usted en las páginas de su cuenta.',
    'account-of-operator':
      'No se ha cambiado nada, porque esta cuenta tiene acceso a la consola. Solo actúa sobre ella la administración.',
    'too-many':
      'No se ha cambiado nada, porque en una hora ha dado tantas órdenes como se puede. Siga más tarde.',
    machine: 'No se ha cambiado nada, porque una máquina ni aprueba ni retira: lo hace una persona.',
    'sign-in-too-old':
      'No se ha cambiado nada, porque en los últimos cinco minutos no ha demostrado quién es. Inicie sesión otra vez y dé la orden de nuevo.',
    'bad-time': 'Esto no es una fecha ni un plazo. Escriba 30d, 12h, 2026-03-01 o 2026-03-01T12:00:00Z.',
    'time-over': 'Ese momento ya ha pasado.',
    'time-too-far': 'Ese momento está demasiado lejos.',
    'bad-cause': 'Esa causa no está en la lista.',
    changed:
      'No se ha cambiado nada, porque ahora pasaría algo distinto de lo que se le dijo. Dé la orden de nuevo.',
    'nothing-to-do':
      'No se ha cambiado nada, porque ya no hay nada que hacer. La orden espera hasta que venza o se retire.',
    'order-failed':
      'El servicio no pudo hacerlo y no puede decir hasta dónde llegó: mire qué ha pasado con la cuenta antes de ordenarlo otra vez. El error está en el log del servicio.',
  },
}
