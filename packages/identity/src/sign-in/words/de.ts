import { html } from '../../platform/html.ts'
import type { SignInWords } from './en.ts'

/** Signing in, in German. */
export const de: SignInWords = {
  events: {
    signedIn: () => html`Mit dem Passwort angemeldet`,
    signedInWithPasskey: () => html`Mit einem Passkey angemeldet`,
    signedInWithCode: () => html`Mit Passwort und Code angemeldet`,
    failed: () => html`Ein Versuch, sich anzumelden, schlug fehl`,
    slowed: () => html`Nach zu vielen falschen Passwörtern oder Codes muss der nächste Versuch warten`,
    passwordWrong: () => html`Auf einer Seite dieses Kontos wurde ein falsches Passwort eingegeben`,
    codeWrong: () => html`Jemand gab das Passwort und einen falschen Code ein`,
    closedToBrowser: () =>
      html`Nach vielen falschen Passwörtern brauchen neue Browser einen Link aus einer E-Mail`,
    hashReplaced: () =>
      html`Das Passwort aus dem früheren System wurde zum ersten Mal verwendet und in neuer Form gespeichert`,
  },
}
