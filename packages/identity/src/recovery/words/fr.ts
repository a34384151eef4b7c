import { html } from '../../platform/html.ts'
import type { RecoveryWords } from './en.ts'

/** The ways back in, in French. */
export const fr: RecoveryWords = {
  events: {
    browserAdmitted: () => html`Un lien reçu par e-mail a autorisé la connexion avec un nouveau navigateur`,
    passwordReset: () =>
      html`Un nouveau mot de passe a été choisi avec un lien envoyé par e-mail. Tout le monde a été déconnecté`,
  },
}
