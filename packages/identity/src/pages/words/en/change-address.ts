import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../plurals.ts'

const days = plural('en', { one: '# day', other: '# days' })

/** A new address for the account. */
export const englishChangeAddress = {
  changeAddress: {
    link: 'Change email address',
    title: 'Change your email address',
    now: 'Your address now',
    lead: (count: number) =>
      `We send an email to the new address. When you have opened its link, we wait ${days(count)}. Until then you sign in with the old address.`,
    label: 'New email address',
    hint: 'We send a link and a code to this address.',
    button: 'Send the link',
    back: 'Back to your account',
    same: 'Enter another address: this one is the address of your account',
    proveLead: 'To change your address, enter your password or use a passkey. This holds for 5 minutes.',
    waitsTitle: 'Your address will change',
    waits: (email: Html, at: Html) =>
      html`From ${at} you sign in with ${email}. If you ask for another address, it takes the place of this one.`,
    stopButton: 'Keep the old address',
    stopped: 'Your address stays as it is. We have sent you an email about it.',
    undoOpen: (at: Html) =>
      html`Your address was changed. The old address can undo this until ${at}. After that you can change it again.`,
    confirmTitle: 'Confirm your new address',
    confirmLead: (email: Html) =>
      html`The new address is ${email}. Enter the old address of your account to show that this link was opened by you.`,
    confirmNext: (count: number) => `Then we wait ${days(count)}.`,
    oldLabel: 'Old email address',
    confirmWrong: 'Enter the address that you sign in with now',
    confirmButton: 'Confirm the new address',
    askedTitle: 'Your new address is confirmed',
    asked: (count: number) =>
      `We wait ${days(count)}. Then you sign in with the new address. Until then, use the old one.`,
    askedNext:
      'We have sent an email to the old address. You can stop the change with it, or in your account.',
    askedButton: 'Go to your account',
    keepTitle: 'Keep your email address',
    keepLead:
      'Enter the email address that the email with the link came to. Then your address is not changed.',
    undoLead:
      'Enter the email address that the email with the link came to. Then it is the address of your account again. Everybody is signed out, and we send you a link to choose a new password.',
    keepWrong: 'Enter the address that the email with the link was sent to',
    keepButton: 'Keep this address',
    undoButton: 'Get the address back',
    keptTitle: 'Your address stays',
    kept: 'You sign in with this address. If it had been changed already, everybody was signed out, and we have sent you a link to choose a new password.',
    keptNext:
      'If you did not ask for another address, somebody else was in your account. Choose a new password.',
    keptButton: 'Choose a new password',
    lostMailbox: 'I cannot read email at this address any more',
    lostMailboxSteps: [
      'If you know your password or have a passkey, sign in. Then change the address in your account.',
      'If you have neither, ask the people who run this service. They check who you are before they change the address.',
    ],
  },
}
