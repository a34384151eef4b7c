import { html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in German. */
export const germanActivity: typeof englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () =>
        html`Jemand gab das Passwort ein und sagte, dass das Telefon mit der App verloren ist`,
      'app-removal-requested': () => html`Das Entfernen Ihrer verlorenen Apps für Codes wurde verlangt`,
      'app-removal-stopped': () => html`Das Entfernen Ihrer Apps für Codes wurde gestoppt`,
      'app-removal-done': () => html`Ihre verlorenen Apps für Codes und Ihre Ersatzcodes wurden entfernt`,
    },
  },
}
