import { type Html, html } from '../../platform/html.ts'
import type { AccessWords } from './en.ts'

/** Sessions and programs, in Spanish. */
export const es: AccessWords = {
  events: {
    signedOut: () => html`Sesión cerrada`,
    sessionEnded: () => html`Se cerró una sesión`,
    otherSessionsEnded: () => html`Se cerraron todas las demás sesiones`,
    sessionsEndedByPassword: () => html`Se cerraron todas las demás sesiones porque se cambió la contraseña`,
    sessionDisplaced: () => html`Sesión cerrada porque otra persona inició sesión en el mismo navegador`,
    programEntered: (program: Html) => html`Sesión iniciada en ${program}`,
  },
}
