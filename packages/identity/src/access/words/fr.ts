import { type Html, html } from '../../platform/html.ts'
import type { AccessWords } from './en.ts'

/** Sessions and programs, in French. */
export const fr: AccessWords = {
  events: {
    signedOut: () => html`Déconnexion`,
    sessionEnded: () => html`Une session a été fermée`,
    otherSessionsEnded: () => html`Toutes les autres sessions ont été fermées`,
    sessionsEndedByPassword: () =>
      html`Toutes les autres sessions ont été fermées, parce que le mot de passe a été modifié`,
    sessionDisplaced: () =>
      html`Déconnexion, parce qu’une autre personne s’est connectée avec le même navigateur`,
    programEntered: (program: Html) => html`Connexion à ${program}`,
  },
}
