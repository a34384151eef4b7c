import { type LetterText, type NewsFacts, type NewsText, WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { DoneValues } from '../../platform/room/done.ts'
import type { Secret } from '../../platform/secret.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en
const days = plural('en', { one: '# day', other: '# days' })

/** What the letter says that begins it. */
interface LostAppLetter {
  readonly link: Secret
}

/** What the letters about a removal that waits say. */
interface RemovalWaits extends LostAppLetter {
  readonly dueAt: UnixSeconds
}

/** Lost apps for codes, in English. */
export const en = {
  limits: {
    lostApps: 'Apps for codes reported as lost',
  },
  acts: {
    remove: {
      title: 'Begin the removal of a lost app',
      note: 'Nothing is removed yet: a waiting time begins, and a code is asked for until its end. A letter tells the citizen at once. Its link, or a sign-in with a code or a passkey, stops it.',
      nothing: {
        suspended: 'The account is suspended: decide about that first.',
        'no-app': 'The account asks for no code.',
        waits: 'A removal waits already.',
      },
      says: {
        done: ({ at }: DoneValues) =>
          html`The citizen is asked for no code any more from ${at} on, unless the link in the email or a sign-in with a code stops it.`,
      },
    },
  },
  page: {
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
    why: 'We wait to protect you. Somebody who knows your password and reads your email could ask for this, too.',
    button: 'Send the email',
    askedBeforeTitle: 'Have you asked already?',
    askedBefore: [
      'Then the waiting time goes on. Our email says on which day it ends, and has a link that stops it.',
      'If you cannot find that email, ask once more here. The time stays the same, and we tell you the day again.',
      'A new password or a new email address for your account also stops it. Then you have to ask again.',
    ],
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
  sent: {
    lead: (address: Html) => html`We have sent an email to ${address}. Open the link in that email to go on.`,
    within: 'The link works for 30 minutes and only once.',
  },
  invalid: {
    ask: {
      next: 'Sign in again with your password. There you can ask for a new link.',
      button: 'Go to sign in',
    },
    keep: {
      next: 'Perhaps it has been stopped already. Sign in to see whether your apps are still there.',
      button: 'Go to your codes',
    },
  },
  holds: {
    removal: {
      less: 'stops the removal of apps for codes that waits',
      more: 'begins a removal of the apps for codes, which waits',
    },
  },
  events: {
    reported: () => html`Somebody gave the password and said that the phone with the app is lost`,
    requested: () => html`The removal of the lost apps for codes was asked for`,
    ordered: () => html`The people who run this service began to remove the lost apps for codes`,
    stopped: () => html`The removal of the apps for codes was stopped`,
    done: () => html`The lost apps for codes were removed, and the recovery codes, too`,
    reminded: () => html`A second email said that the lost apps for codes will be removed`,
  },
  letters: {
    report: ({ link }: LostAppLetter, serviceName: string): LetterText => ({
      subject: 'Confirm that you have lost your phone',
      before: [
        `Somebody gave the password of your account at ${serviceName} and says that the phone with the app for codes is lost. If it was you, open this link to go on. Nothing is removed yet.`,
      ],
      steps: [{ label: 'Go on', link }],
      after: [
        'The link works for 30 minutes and only once.',
        'If this was not you, somebody knows your password: choose a new one at once. Without a code, nobody gets in with it.',
      ],
    }),
    requested: ({ dueAt, link }: RemovalWaits, serviceName: string, moment: MomentWords): LetterText => ({
      subject: 'Your apps for codes will be removed',
      before: [
        `Somebody, probably you, told us that the app for codes of your account at ${serviceName} is lost. We remove your apps and your recovery codes on ${moment(dueAt)}. After that, your password alone signs in.`,
        'If you have found your phone, or if you did not ask for this, stop it with this link.',
      ],
      steps: [{ label: 'Stop the removal', link }],
      after: [
        'Whoever signs in with a code, a recovery code or a passkey stops it, too.',
        'If this was not you, somebody knows your password and reads your email: choose new passwords for both.',
      ],
    }),
    ordered: ({ dueAt, link }: RemovalWaits, serviceName: string, moment: MomentWords): LetterText => ({
      subject: 'The help desk removes your apps for codes',
      before: [
        `Somebody, probably you, told the people who run ${serviceName} that the app for codes of your account is lost. We remove your apps and your recovery codes on ${moment(dueAt)}. After that, your password alone signs in.`,
        'If you have found your phone, or if you did not ask for this, stop it with this link.',
      ],
      steps: [{ label: 'Stop the removal', link }],
      after: [
        'Whoever signs in with a code, a recovery code or a passkey stops it, too.',
        'If this was not you, tell the people who run the service, too: somebody spoke to them in your name.',
      ],
    }),
    soon: ({ dueAt, link }: RemovalWaits, serviceName: string, moment: MomentWords): LetterText => ({
      subject: 'Your apps for codes will be removed soon',
      before: [
        `As you were told, we remove the apps for codes and the recovery codes of your account at ${serviceName} on ${moment(dueAt)}. After that, your password alone signs in.`,
        'If you have found your phone, or if you did not ask for this, stop it with this link.',
      ],
      steps: [{ label: 'Stop the removal', link }],
      after: [
        'Whoever signs in with a code, a recovery code or a passkey stops it, too.',
        'If this was not you, somebody knows your password and reads your email: choose new passwords for both.',
      ],
    }),
    stopped: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your apps for codes stay',
      before: [
        `The removal of your apps for codes at ${serviceName} was stopped (${moment(at)}). We go on asking for a code after your password. You need to do nothing if it was you.`,
        WAS_NOT_ME,
      ],
    }),
    done: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your lost apps for codes were removed',
      before: [
        `The waiting time is over. The apps for codes and the recovery codes of your account at ${serviceName} were removed (${moment(at)}). Your password alone signs in now, so add a new app or a passkey. You need to do nothing else if it was you.`,
        WAS_NOT_ME,
      ],
    }),
  },
  linkAsked: (at: Html) => html`On ${at} an email was asked for that removes the lost app for codes.`,
  findings: {
    'app-removal-waits': {
      asked: (at: Html) =>
        html`On ${at} somebody with the password, or an operator, said that the app for codes is lost.`,
      due: (at: Html) =>
        html`It is removed on ${at}, unless a sign-in with a code or a link in the emails stops it.`,
      sooner: (command: Html) => html`Sooner, only with proof of who the caller is: ${command}`,
      recoveryCode:
        'If you have a recovery code, type it where the code is asked for: it lets you in at once and stops the removal. Then remove the lost app yourself, on the page of codes in your account.',
      until: (at: Html) => html`Until ${at} a code is still asked for. After it the password is enough.`,
      notYou: 'If it was not you who asked, press the link in the email about it.',
    },
  },
}

/** The entries of every language. */
export type LostAppWords = typeof en
