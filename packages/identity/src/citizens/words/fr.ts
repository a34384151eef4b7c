import { html } from '../../platform/html.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in French. */
export const fr: CitizenWords = {
  events: {
    suspended: () => html`Les responsables de ce service ont suspendu le compte`,
    reinstated: () => html`Les responsables de ce service ont rouvert le compte`,
    suspensionEnded: () => html`La suspension du compte a pris fin`,
    verificationRequired: () =>
      html`Les responsables de ce service vous ont demandé de confirmer de nouveau votre adresse`,
    signedOut: () => html`Les responsables de ce service vous ont déconnecté partout`,
    wasNotMe: () =>
      html`Vous nous avez dit que quelque chose ne venait pas de vous. Tout le monde a été déconnecté, et le mot de passe ne fonctionne plus`,
  },
}
