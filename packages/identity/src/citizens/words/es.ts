import { html } from '../../platform/html.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in Spanish. */
export const es: CitizenWords = {
  events: {
    suspended: () => html`Los responsables de este servicio suspendieron la cuenta`,
    reinstated: () => html`Los responsables de este servicio abrieron la cuenta de nuevo`,
    suspensionEnded: () => html`La suspensión de la cuenta terminó`,
    verificationRequired: () =>
      html`Los responsables de este servicio le pidieron que confirmara otra vez su dirección`,
    signedOut: () => html`Los responsables de este servicio cerraron todas sus sesiones`,
    wasNotMe: () =>
      html`Usted nos dijo que algo no lo había hecho usted. Se cerraron todas las sesiones y la contraseña dejó de funcionar`,
  },
}
