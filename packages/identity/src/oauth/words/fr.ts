import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in French. */
export const fr: OAuthWords = {
  limits: {
    tokens: 'Demandes de jetons des services',
    introspections: 'Introspections des services',
    cancellations: 'Services vers lesquels quelqu’un n’a pas continué',
  },
  events: {
    programConnected: (program: Html) => html`Service autorisé à connaître le compte\u00a0: ${program}`,
    cancelled: (program: Html) => html`Pas de suite vers ${program}`,
    accessEnded: (program: Html) =>
      html`Service déconnecté, car quelqu’un a peut-être copié son accès au compte\u00a0: ${program}`,
    programSignedOut: (program: Html) => html`Service quitté\u00a0: ${program}`,
    codeBurned: (program: Html) =>
      html`Entrée impossible, car le service a envoyé un code avec une preuve fausse\u00a0: ${program}`,
  },
}
