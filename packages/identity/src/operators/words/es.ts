import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in Spanish. */
export const es: OperatorWords = {
  holds: { operator: { less: 'la persona deja de tener acceso a la consola' } },
  events: {
    added: () => html`La persona obtuvo acceso a la consola`,
    changed: () => html`Se cambió el nombre o la función de la persona en la consola`,
    removed: () => html`La persona ya no tiene acceso a la consola`,
    refused: () => html`La consola denegó algo a esta cuenta`,
    formRefused: () =>
      html`Una página de otro sitio llevó el navegador de esta cuenta a la consola, y no se hizo nada`,
    looksSpent: () => html`La persona quiso ver en una hora más cuentas de las permitidas`,
  },
}
