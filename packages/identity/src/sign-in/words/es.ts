import { html } from '../../platform/html.ts'
import type { SignInWords } from './en.ts'

/** Signing in, in Spanish. */
export const es: SignInWords = {
  events: {
    signedIn: () => html`Sesión iniciada con la contraseña`,
    signedInWithPasskey: () => html`Sesión iniciada con una llave de acceso`,
    signedInWithCode: () => html`Inicio de sesión con la contraseña y un código`,
    failed: () => html`Un intento de iniciar sesión falló`,
    slowed: () =>
      html`Después de demasiadas contraseñas o códigos incorrectos, el siguiente intento tiene que esperar`,
    passwordWrong: () => html`Se escribió una contraseña incorrecta en una página de esta cuenta`,
    codeWrong: () => html`Alguien escribió la contraseña y un código incorrecto`,
    closedToBrowser: () =>
      html`Después de muchas contraseñas incorrectas, los navegadores nuevos necesitan un enlace enviado por correo`,
    hashReplaced: () =>
      html`La contraseña del sistema anterior se usó por primera vez y se guardó de una forma nueva`,
  },
}
