import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in French. */
export const fr: OperatorWords = {
  holds: { operator: { less: 'la personne n’a plus accès à la console' } },
  events: {
    added: () => html`La personne a obtenu l’accès à la console`,
    changed: () => html`Le nom ou le rôle de la personne dans la console a été modifié`,
    removed: () => html`La personne n’a plus accès à la console`,
    refused: () => html`La console a refusé quelque chose à ce compte`,
    formRefused: () =>
      html`Une page d’un autre site a mené le navigateur de ce compte à la console, et rien n’a été fait`,
    looksSpent: () => html`La personne a voulu consulter en une heure plus de comptes que permis`,
  },
}
