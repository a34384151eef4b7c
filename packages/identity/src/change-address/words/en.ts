import { type LetterText, type NewsFacts, type NewsText, WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { DoneValues } from '../../platform/room/done.ts'
import type { ChangeBegun, ChangeDone, HasAgain, ProvesAddress, SignInAgain } from '../letter-facts.ts'
import { en as findings } from './findings/en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en
const wholeDays = plural('en', { one: '# day', other: '# days' })
/** The setting may be 0: then the change is made when the service looks again. */
const days = (count: number) => (count === 0 ? 'a few minutes' : wholeDays(count))

/** A new address for the account, in English. */
export const en = {
  limits: { newAddresses: 'New e-mail addresses asked for' },
  acts: {
    change: {
      title: 'Begin a change of the address',
      note: 'Nothing changes yet: a waiting time begins, and the old address gets a letter whose link stops it. After it, every session ends, and the new address has to be verified. A change that waits already is replaced.',
      labels: { to: 'New e-mail address' },
      nothing: { unchanged: 'The last change can still be undone: wait until it cannot.' },
      says: {
        done: ({ days: count }: DoneValues) =>
          html`The citizen gets the new address after ${days(count)}, unless the old address stops it.`,
        suspended: ({ days: count }: DoneValues) =>
          html`The citizen gets the new address after ${days(count)}, unless the old address stops it or the account is still suspended then.`,
      },
      refused: { 'bad-address': 'This is no e-mail address.', taken: 'An account has this address.' },
    },
    sendWayBack: {
      title: 'Send the old address the way back once more',
      note: 'Only the link in this letter stops or undoes the change, and no time becomes longer. Where the change is done, the new address is told, too. You see no link.',
      nothing: { 'nothing-waits': 'No change of the address waits or can be undone.' },
      says: {
        done: ({ at }: DoneValues) =>
          html`The citizen has a letter with the way back at the old address, whose link works until ${at}.`,
      },
    },
  },
  link: 'Change email address',
  lostMailbox: {
    summary: 'I cannot read email at this address any more',
    steps: [
      'If you know your password or have a passkey, sign in. Then change the address in your account.',
      'If you have neither, ask the people who run this service. They check who you are before they change the address.',
    ],
  },
  page: {
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
      html`Your address was changed. You can undo this from the old address until ${at}. After that you can change it again.`,
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
  },
  sent: {
    lead: (address: Html) =>
      html`We have sent an email to ${address}. Open the link in that email to confirm your new address.`,
    within: 'The link works for 24 hours.',
  },
  invalid: {
    prove: {
      next: 'Sign in and go to your account. There you can ask for a new link.',
      button: 'Go to your account',
    },
    keep: {
      next: 'A newer email may have another link. If you did not ask for another address, choose a new password: this also stops a change that still waits.',
      button: 'Recover your account',
    },
  },
  holds: {
    waits: {
      less: 'stops the change of address that waits',
      more: 'begins a change of address, which waits',
      instead: 'replaces the change of address that waits, and the wait begins again',
    },
    undoable: { less: 'ends the time in which the change of address can be undone' },
  },
  events: {
    requested: () => html`A link was sent to confirm a new email address`,
    begun: () => html`A new email address was confirmed. It waits before it is used`,
    stopped: () => html`The change of the email address was stopped`,
    changed: () => html`The email address was changed`,
    givenBack: () => html`The old email address was given back. Everybody was signed out`,
    ordered: () => html`The people who run this service began a change of the email address`,
    wayBackSent: () => html`The people who run this service sent a link to take the old address back`,
  },
  letters: {
    prove: ({ link }: ProvesAddress, serviceName: string): LetterText => ({
      subject: 'Confirm your new email address',
      before: [
        `Somebody, probably you, wants to use this email address for an account at ${serviceName}. Open this link to confirm it. Nothing is changed yet.`,
      ],
      steps: [{ label: 'Confirm this address', link }],
      after: ['The link works for 24 hours.', 'If this was not you, you need to do nothing.'],
    }),
    taken: ({ signInAddress }: SignInAgain, serviceName: string): LetterText => ({
      subject: 'Your address was given for another account',
      before: [
        `Somebody wanted to use this email address for another account at ${serviceName}. It already has an account, so nothing was changed.`,
      ],
      steps: [{ label: 'Sign in', address: signInAddress }],
      after: ['If it was you, sign in with this address. If this was not you, you need to do nothing.'],
    }),
    begun: (
      { dueAt, newAddress, link }: ChangeBegun,
      serviceName: string,
      moment: MomentWords,
    ): LetterText => ({
      subject: 'Your email address will change',
      before: [
        `Your account at ${serviceName} will have another email address from ${moment(dueAt)}: ${newAddress}. Until then you sign in with this one. You need to do nothing if it was you.`,
        'If this was not you, keep your address with this link. It works without your password.',
      ],
      steps: [{ label: 'Keep my address', link }],
      after: ['If this was not you, somebody else was in your account: choose a new password, too.'],
    }),
    stopped: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your email address stays as it is',
      before: [
        `The change of the email address of your account at ${serviceName} was stopped (${moment(at)}). You go on signing in with this address.`,
        WAS_NOT_ME,
      ],
    }),
    changed: (
      { until, newAddress, link }: ChangeDone,
      serviceName: string,
      moment: MomentWords,
    ): LetterText => ({
      subject: 'The email address of your account was changed',
      before: [
        `Your account at ${serviceName} has another email address now: ${newAddress}. You need to do nothing if it was you.`,
        `If this was not you, get your address back with this link until ${moment(until)}. Everybody is signed out then, and you choose a new password.`,
      ],
      steps: [{ label: 'This was not me: get my address back', link }],
      after: ['Tell the people who run the service, too, if this was not you.'],
    }),
    isNew: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'You sign in with this address now',
      before: [
        `Your account at ${serviceName} has this email address now (${moment(at)}). Sign in with it from now on. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    wayBack: ({ at, signInAddress }: HasAgain, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Somebody wants the old email address back',
      before: [
        `Somebody told the people who run ${serviceName} that the email address of this account should not have been changed. They sent an email to the old address (${moment(at)}). A link in it gives the account its old address back, and signs everybody out.`,
        'If this was not you, and you changed the address yourself, tell the people who run the service.',
      ],
      steps: [{ label: 'Sign in', address: signInAddress }],
    }),
    givenBack: ({ at, signInAddress }: HasAgain, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your account has its old email address again',
      before: [
        `Your account at ${serviceName} has its old email address again (${moment(at)}), because somebody used the link in our email to that address. Everybody was signed out. You do not sign in with this address any more.`,
        'If this was not you, somebody else may read the mail of your old address. Tell the people who run the service.',
      ],
      steps: [{ label: 'Sign in', address: signInAddress }],
    }),
    givenBackSuspended: (
      { at, signInAddress }: HasAgain,
      serviceName: string,
      moment: MomentWords,
    ): NewsText => ({
      subject: 'Your suspended account is yours again',
      before: [
        `Your account at ${serviceName} has this email address again (${moment(at)}), because somebody used the link in our email. Everybody was signed out, and the password does not work any more. The people who run the service have suspended the account, so nobody can sign in yet.`,
        'When they let you in again, press “Forgotten your password?” on the sign-in page. If this was not you, somebody else may read your mail. Tell the people who run the service.',
      ],
      steps: [{ label: 'Sign in', address: signInAddress }],
    }),
  },
  findings,
}

/** The entries of every language. */
export type ChangeAddressWords = typeof en
