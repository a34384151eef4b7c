import { type Html, html } from '../../platform/html.ts'
import type { FactorWords } from './en.ts'

/** What is the same for everything that signs in beside the password, in German. */
export const de: FactorWords = {
  added: 'Hinzugefügt',
  lastUsed: 'Zuletzt verwendet',
  never: 'Noch nicht',
  remove: (name: Html) => html`${name} entfernen`,
  sure: 'Wirklich entfernen?',
  open: (name: Html) => html`${name} umbenennen`,
  label: 'Neuer Name',
  rename: 'Umbenennen',
}
