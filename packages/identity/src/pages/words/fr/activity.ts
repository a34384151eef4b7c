import { html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in French. */
export const frenchActivity: typeof englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () =>
        html`Quelqu’un a saisi le mot de passe et dit que le téléphone avec l’application est perdu`,
      'app-removal-requested': () => html`La suppression de vos applications perdues a été demandée`,
      'app-removal-stopped': () => html`La suppression de vos applications pour les codes a été arrêtée`,
      'app-removal-done': () => html`Vos applications perdues et vos codes de secours ont été supprimés`,
    },
  },
}
