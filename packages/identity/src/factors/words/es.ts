import { type Html, html } from '../../platform/html.ts'
import type { FactorWords } from './en.ts'

/** What is the same for everything that signs in beside the password, in Spanish. */
export const es: FactorWords = {
  added: 'Añadida',
  lastUsed: 'Último uso',
  never: 'Todavía no',
  remove: (name: Html) => html`Eliminar ${name}`,
  sure: '¿Eliminar definitivamente?',
  open: (name: Html) => html`Cambiar el nombre de ${name}`,
  label: 'Nombre nuevo',
  rename: 'Cambiar el nombre',
}
