import { html } from '../../platform/html.ts'
import type { SignInWords } from './en.ts'

/** Signing in, in French. */
export const fr: SignInWords = {
  events: {
    signedIn: () => html`Connexion avec le mot de passe`,
    signedInWithPasskey: () => html`Connexion avec une clé d’accès`,
    signedInWithCode: () => html`Connexion avec le mot de passe et un code`,
    failed: () => html`Une tentative de connexion a échoué`,
    slowed: () => html`Après trop de mots de passe ou de codes faux, l’essai suivant doit attendre`,
    passwordWrong: () => html`Un mot de passe incorrect a été saisi sur une page de ce compte`,
    codeWrong: () => html`Quelqu’un a saisi le mot de passe et un code incorrect`,
    closedToBrowser: () =>
      html`Après beaucoup de mots de passe incorrects, un nouveau navigateur a besoin d’un lien envoyé par e-mail`,
    hashReplaced: () =>
      html`Le mot de passe de l’ancien système a été utilisé pour la première fois, et enregistré sous une nouvelle forme`,
  },
}
