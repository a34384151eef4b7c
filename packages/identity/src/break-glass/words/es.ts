import { html } from '../../platform/html.ts'
import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in Spanish. */
export const es: BreakGlassWords = {
  events: {
    made: () => html`Se creó un código que abre la consola una vez en nombre de esta persona`,
    used: () => html`Un código abrió la consola sin iniciar sesión, en nombre de esta persona`,
    refused: () => html`Se rechazó un código que abre la consola en nombre de esta persona`,
    ended: () => html`La entrada a la consola sin iniciar sesión terminó antes de tiempo`,
  },
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: 'Se puede entrar en la consola sin iniciar sesión',
      before: [
        `En la máquina de ${serviceName}, alguien ha creado un código que abre la consola sin iniciar sesión, en nombre de una de las personas que la usan. Sirve una sola vez y caduca el ${moment(endsAt)}.`,
        'Un código así es para la hora en la que nadie puede iniciar sesión. Todas las personas que usan la consola reciben este correo. El registro dice quién ha creado el código y por qué, y cada página de la consola lo muestra hasta que caduca.',
        'Si no ha sido usted y nadie le ha dicho para qué hace falta, puede que alguien tenga acceso a la máquina. Anule el código allí: portico operator remove quita a la persona para la que sirve, y con ella el código.',
      ],
      steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    }),
  },
}
