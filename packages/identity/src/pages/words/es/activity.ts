import { html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in Spanish. */
export const spanishActivity: typeof englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () =>
        html`Alguien escribió la contraseña y dijo que ha perdido el teléfono con la aplicación`,
      'app-removal-requested': () => html`Se pidió eliminar sus aplicaciones de códigos perdidas`,
      'app-removal-stopped': () => html`Se detuvo la eliminación de sus aplicaciones de códigos`,
      'app-removal-done': () =>
        html`Se han eliminado sus aplicaciones de códigos perdidas y sus códigos de recuperación`,
    },
  },
}
