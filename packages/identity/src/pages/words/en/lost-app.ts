import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../plurals.ts'

const days = plural('en', { one: '# day', other: '# days' })

/** Lost apps for codes, and new names. */
export const englishLostApp = {
  lostApp: {
    link: 'I have lost my phone and my recovery codes',
    title: 'Have you lost your phone?',
    lead: (count: number) =>
      `If your app and your recovery codes are gone, we can remove them. We wait ${days(count)} before we do it.`,
    steps: [
      'We send you an email. Open its link, and enter your password once more.',
      'Then the waiting time begins. You get an email at once, and another one a day before the end.',
      'Both emails have a link that stops it. Whoever signs in with a code or a passkey stops it, too.',
      'After that, you sign in with your password alone. Then you can add a new app.',
    ],
    why: 'We wait so that nobody can take your app away who only has your password and your email.',
    button: 'Send the email',
    back: 'Back to the code',
    confirmTitle: 'Remove the lost app',
    confirmLead: (count: number) =>
      `Enter your password. Then we wait ${days(count)}. After that, your apps and your recovery codes are gone.`,
    confirmButton: 'Begin the waiting time',
    askedTitle: 'The waiting time has begun',
    asked: (count: number) =>
      `We remove your apps and your recovery codes ${days(count)} after you first asked for it. We have sent you an email that says when.`,
    askedUntil: (at: Html) =>
      html`We remove your apps and your recovery codes on ${at}. We have sent you an email about it.`,
    found: 'If you find your phone or a recovery code before that, sign in with it. Then everything stays.',
    keepTitle: 'Keep your apps for codes',
    keepLead:
      'Enter the email address of your account to show that this link was opened by you. Then your apps are not removed.',
    keepWrong: 'Enter the address that the email with the link was sent to',
    keepButton: 'Stop the removal',
    keptTitle: 'Your apps stay',
    kept: 'Nothing is removed. We go on asking for a code when you sign in.',
    keptNext:
      'If you did not ask us to remove them, somebody knows your password and reads your email. Choose a new password here, and one for your mailbox.',
    keptButton: 'Choose a new password',
    waitsTitle: 'Your apps will be removed',
    waits: (at: Html) =>
      html`Somebody said that your phone is lost. We remove your apps and your recovery codes on ${at}.`,
    stopped: 'The removal is stopped. We have sent you an email about it.',
  },
}
