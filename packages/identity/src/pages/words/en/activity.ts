import { html } from '../../../platform/html.ts'

/** What happened with the account, and what to do about it. */
export const englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () =>
        html`Somebody gave the password and said that the phone with the app is lost`,
      'app-removal-requested': () => html`The removal of your lost apps for codes was asked for`,
      'app-removal-stopped': () => html`The removal of your apps for codes was stopped`,
      'app-removal-done': () => html`Your lost apps for codes were removed, and your recovery codes, too`,
    },
  },
}
