import { html } from '../../platform/html.ts'
import type { MailedLinkWords } from './en.ts'

/** Mailed links, in Spanish. */
export const es: MailedLinkWords = {
  events: {
    recoveryRequested: () => html`Alguien pidió un enlace para elegir una contraseña nueva`,
    browserLinkRequested: () => html`Alguien pidió un enlace para usar un navegador nuevo`,
    verificationRequested: () => html`Se envió un enlace para confirmar la dirección de correo`,
    codeRefused: () => html`Alguien escribió un código de correo incorrecto`,
  },
}
