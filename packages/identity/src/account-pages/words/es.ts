import { type Html, html } from '../../platform/html.ts'
import type { AccountWords } from './en.ts'

/** The pages of the account, in Spanish. */
export const es: AccountWords = {
  limits: {
    passwordChanges: 'Cambios de contraseña',
    profileChanges: 'Cambios del nombre, del teléfono o del idioma',
  },
  events: {
    passwordChanged: () => html`Se cambió la contraseña`,
    profileChanged: () => html`Se cambió el nombre o el número de teléfono`,
    emailVerified: () => html`Se confirmó la dirección de correo`,
    programDisconnected: (program: Html) => html`Se desconectó ${program}`,
  },
}
