import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { GuessWords } from './en.ts'

const closed = plural('es', {
  one: '# navegador que la cuenta conoce no puede intentarlo más',
  many: '# de navegadores que la cuenta conoce no pueden intentarlo más',
  other: '# navegadores que la cuenta conoce no pueden intentarlo más',
})

/** Counted guesses, in Spanish. */
export const es: GuessWords = {
  holds: {
    browsers: {
      less: plural('es', {
        one: 'se olvida # navegador conocido',
        many: 'se olvidan # navegadores conocidos',
        other: 'se olvidan # navegadores conocidos',
      }),
    },
    inBrowsers: {
      less: plural('es', {
        one: 'se olvida # contraseña incorrecta en navegadores que la cuenta conoce',
        many: 'se olvidan # contraseñas incorrectas en navegadores que la cuenta conoce',
        other: 'se olvidan # contraseñas incorrectas en navegadores que la cuenta conoce',
      }),
    },
    atAddress: {
      less: plural('es', {
        one: 'se olvida # contraseña incorrecta en la dirección',
        many: 'se olvidan # contraseñas incorrectas en la dirección',
        other: 'se olvidan # contraseñas incorrectas en la dirección',
      }),
    },
  },
  events: {
    failuresForgiven: () =>
      html`Los responsables de este servicio pusieron a cero la cuenta de contraseñas incorrectas`,
  },
  findings: {
    'closed-to-new-browsers': {
      wrong: (times) => `Hubo ${times} contraseñas incorrectas seguidas en esta dirección.`,
      until: (at) => html`Hasta el ${at}, los navegadores que la cuenta no conoce no pueden intentarlo más.`,
      mayDo: (command) => html`Si la persona es quien dice ser: ${command}`,
      tell: 'Use un navegador en el que ya haya iniciado sesión. O pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión: el enlace del correo permite a este navegador intentarlo otra vez.',
    },
    'waits-after-wrong-passwords': {
      place: (at) =>
        html`Llegaron demasiadas contraseñas o códigos incorrectos desde un lugar que la cuenta no conoce: debe esperar hasta el ${at}.`,
      browser: (at) =>
        html`Llegaron demasiadas contraseñas o códigos incorrectos desde un navegador que la cuenta conoce: debe esperar hasta el ${at}.`,
      others:
        'Hasta entonces, allí se rechaza también la contraseña correcta. Los demás lugares no tienen que esperar por ello.',
      ends: 'La espera termina por sí sola: nadie puede terminarla antes.',
      wait: (at) =>
        html`Si ha sido usted, espere hasta el ${at} e inténtelo una vez más. Tras otra contraseña incorrecta tendrá que esperar de nuevo, hasta un cuarto de hora.`,
      recover:
        'Si no sabe la contraseña, pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión: para eso no vale esta espera.',
    },
    'browsers-out-of-tries': {
      found: (count) => `${closed(count)}.`,
      wrong: (times) => `Desde cada uno llegaron ${times} contraseñas incorrectas seguidas.`,
      tell: 'Pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión y elija una contraseña nueva.',
    },
    'many-guess-at-it': {
      wrong: (times) =>
        `En una hora llegaron ${times} contraseñas incorrectas desde muchos lugares: alguien intenta adivinarla.`,
      wait: 'Un lugar que la cuenta no conoce espera hasta un cuarto de hora después de cada contraseña incorrecta.',
      tell: 'Alguien está probando contraseñas en su cuenta. En un navegador que ya haya usado puede iniciar sesión como siempre. Una llave de acceso mantiene fuera a esa gente para siempre.',
    },
  },
}
