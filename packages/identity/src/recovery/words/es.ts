import { html } from '../../platform/html.ts'
import type { RecoveryWords } from './en.ts'

/** The ways back in, in Spanish. */
export const es: RecoveryWords = {
  events: {
    browserAdmitted: () => html`Un enlace de un correo permitió iniciar sesión con un navegador nuevo`,
    passwordReset: () =>
      html`Se eligió una contraseña nueva con un enlace enviado por correo. Se cerraron todas las sesiones`,
  },
}
