import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in French. */
export const fr: OAuthWords = {
  events: {
    cancelled: (program: Html) => html`Vous n’avez pas continué vers ${program}`,
    accessEnded: (program: Html) =>
      html`Service déconnecté, car quelqu’un a peut-être copié son accès à votre compte\u00a0: ${program}`,
    programSignedOut: (program: Html) => html`Service quitté\u00a0: ${program}`,
  },
}
