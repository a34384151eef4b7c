import type { RecentRemoved } from '../../factors/index.ts'
import { type NewsFacts, type NewsText, WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en

const passkeys = plural('en', { one: '# passkey', other: '# passkeys' })

/** Passkeys, in English. */
export const en = {
  limits: {
    signIns: 'Sign-ins with a passkey',
    changes: 'Changes of passkeys',
  },
  acts: {
    remove: {
      title: 'Remove every passkey',
      note: 'The citizen signs in with the password, and with a code where the account asks for one. Apps and sessions stay. The citizen gets a letter.',
      nothing: { noPasskey: 'The account has no passkey.' },
      says: {
        done: 'The citizen has no passkey any more.',
        already: 'The citizen had no passkey; nothing changed.',
      },
    },
  },
  nav: 'Passkeys',
  home: {
    none: 'None yet',
    first: 'With a passkey you sign in without a password, and no fake page can take it from you.',
    second: 'Add one on a second device, too. Then you still get in if you lose this one.',
  },
  page: {
    title: 'Your passkeys',
    lead: 'With a passkey you sign in the way you unlock your device: with your fingerprint, your face or a PIN. You need no password, and no fake page can take it from you.',
    none: 'You have no passkey yet.',
    synced: 'Also on your other devices',
    removeHint: 'After that you cannot sign in with it any more, even if your device still shows it.',
    addTitle: 'Add a passkey',
    addLead: 'Your device asks you to unlock it. Then it keeps the passkey.',
    name: 'Name of the passkey',
    nameHint: 'So that you know later which device it is on.',
    addButton: 'Add a passkey',
    full: 'You have 20 passkeys, and more are not possible. Remove one that you do not need.',
    withoutScript:
      'This browser cannot make passkeys on this page. You can go on signing in with your password.',
    stopped: 'Your device has not made a passkey. Nothing was changed. You can try again.',
    known: 'This device already has a passkey for your account. You can use it to sign in.',
    proveLead: 'To add or remove a passkey, enter your password or use a passkey. This holds for 5 minutes.',
    saved: 'The passkey is added. We have sent you an email about it.',
    removed:
      'The passkey is removed. We have sent you an email about it. Your device may still show it: you can delete it there, too.',
    problems: {
      'bad-name': 'Enter a name of 1 to 60 characters for the passkey',
      'too-late': 'That took too long. Nothing was changed. Try again.',
      'not-fitting':
        'Your device gave an answer that we cannot use. Nothing was changed. Try again, or use another device.',
      known: 'This device already has a passkey for your account. You can use it to sign in.',
      'too-many': 'You have 20 passkeys, and more are not possible. Remove one that you do not need.',
    },
    renamed:
      'The passkey has its new name. We have sent you an email about it. In your device it may still have the old one.',
  },
  offer: {
    title: 'Sign in without a password next time',
    lead: 'Add a passkey to this device. Then you sign in the way you unlock your device: with your fingerprint, your face or a PIN.',
    safe: 'Your fingerprint and your face never leave your device. Your password stays valid.',
    notNow: 'Not now',
    later: 'You can add a passkey at any time in your account.',
    addedTitle: 'Your passkey is added',
    added: 'Next time, sign in with your passkey. We have sent you an email about it.',
    onward: 'Continue',
  },
  login: {
    asksForMore: 'This program asks for more than a password. Use your passkey if you have one.',
    button: 'Sign in with a passkey',
    again: 'Use a passkey',
    stopped: 'No passkey was used. Try again, or sign in with your password.',
    refused: 'This passkey cannot be used here. Sign in with your email address and your password.',
    tooLate: 'That took too long. Try again.',
  },
  recentRemoved: 'We removed the passkeys that were added in the last 3 days with the password alone.',
  recentWill: 'Passkeys that were added in the last 3 days with the password alone:',
  holds: { passkeys: { less: plural('en', { one: 'removes # passkey', other: 'removes # passkeys' }) } },
  events: {
    added: () => html`A passkey was added`,
    removed: () => html`A passkey was removed`,
    renamed: () => html`A passkey was renamed`,
    refused: () => html`Somebody could not sign in with a passkey`,
    removedByOperator: () => html`The people who run this service removed the passkeys`,
  },
  letters: {
    added: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A passkey was added to your account',
      before: [
        `A passkey was added to your account at ${serviceName} (${moment(at)}). It signs in without your password. You need to do nothing if it was you.`,
        `${WAS_NOT_ME} In the first 3 days this removes the passkey, too, if it was added with the password alone. If not, it stays: then also sign in with the new password, and remove the passkey on the page Passkeys.`,
      ],
    }),
    removed: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A passkey was removed from your account',
      before: [
        `A passkey was removed from your account at ${serviceName} (${moment(at)}). It does not sign in any more. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A passkey of your account has a new name',
      before: [
        `A passkey of your account at ${serviceName} was given another name (${moment(at)}). You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    recentRemoved: ({ addedAt }: RecentRemoved, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'New passkeys of your account were removed',
      before: [
        `A new password was chosen for your account at ${serviceName} by a link in an email. To protect you, this removed the passkeys that were added in the 3 days before: ${addedAt.map(moment).join('; ')}.`,
        'We remove them because we cannot know whether you added them, or somebody else who was in your account. If it was you, sign in and add them again.',
        'Your device may still show the old ones: you can delete them there.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your passkeys were removed',
      before: [
        `The people who run ${serviceName} removed all passkeys of your account (${moment(at)}). You sign in with your password. You need to do nothing if you asked for this.`,
        `${WAS_NOT_ME} Tell the people who run the service, too.`,
      ],
    }),
  },
  findings: {
    'has-passkeys': {
      has: (count: number) => `The account has ${passkeys(count)}.`,
      used: (at: Html) => html`A passkey was used last on ${at}.`,
      neverUsed: 'No passkey was ever used.',
      tell: 'You can press “Sign in with a passkey” on a device that has it.',
    },
  },
}

/** The entries of every language. */
export type PasskeyWords = typeof en
