import { type Html, html } from '../../platform/html.ts'
import type { FactorWords } from './en.ts'

/** What is the same for everything that signs in beside the password, in French. */
export const fr: FactorWords = {
  added: 'Ajoutée',
  lastUsed: 'Dernière utilisation',
  never: 'Pas encore',
  remove: (name: Html) => html`Supprimer ${name}`,
  sure: 'Supprimer définitivement\u00a0?',
  open: (name: Html) => html`Renommer ${name}`,
  label: 'Nouveau nom',
  rename: 'Renommer',
}
