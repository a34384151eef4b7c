import { type NewsFacts, type NewsText, WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en

/** What the letter about the request says. Addresses are absolute. */
interface ClosingRequested {
  readonly dueAt: UnixSeconds
  readonly signInAddress: string
}

/** What the last letter says. */
interface AccountClosed {
  readonly registerAddress: string
}

/** Closing the account, in English. */
export const en = {
  limits: {
    closings: 'Requests to close the account',
  },
  link: 'Close your account',
  page: {
    title: 'Close your account',
    lead: (days: number) =>
      days === 1
        ? 'You are signed out everywhere at once. After 1 day the account is closed for good.'
        : `You are signed out everywhere at once. After ${days} days the account is closed for good.`,
    effects: [
      'To keep the account, sign in again before that.',
      'On that day your name, your email address and your phone number are deleted here. Nobody can bring them back.',
      'You cannot sign in to any program with this account any more.',
      'Programs keep what they know about you. Ask each of them to delete it.',
    ],
    copy: 'Do you want a copy first?',
    kept: 'You asked us to close your account, and have signed in again. So it stays open.',
    proveLead: 'To close your account, enter your password or use a passkey. This holds for 5 minutes.',
    button: 'Close my account',
    back: 'Keep my account',
  },
  asked: {
    title: 'Your account will be closed',
    when: (at: Html) => html`You are signed out everywhere. The account will be closed on ${at}.`,
    wayBack:
      'If you change your mind, sign in before that: then it stays open. We have sent you an email about this.',
    button: 'Sign in and keep the account',
  },
  lost: {
    title: 'Have you asked us to close your account?',
    sentences: [
      'It stays open while you wait here, and for two weeks after that. We tell you the day by email.',
      'Sign in before that day to keep your account. If you do not, we close it.',
    ],
  },
  holds: { closing: { less: 'stops the closing of the account that waits' } },
  events: {
    requested: () => html`Everybody was signed out, because the account is to be closed`,
    calledOff: () => html`Somebody signed in again, so the account stays open`,
  },
  letters: {
    requested: (
      { dueAt, signInAddress }: ClosingRequested,
      serviceName: string,
      moment: MomentWords,
    ): NewsText => ({
      subject: 'Your account will be closed',
      before: [
        `You asked us to close your account at ${serviceName}. You are signed out everywhere, and the account will be closed for good on ${moment(dueAt)}.`,
        'If this was not you, or if you change your mind, sign in before that: then the account stays open. If it was not you, change your password as well.',
      ],
      steps: [{ label: 'Sign in and keep the account', address: signInAddress }],
    }),
    putOff: (
      { dueAt, signInAddress }: ClosingRequested,
      serviceName: string,
      moment: MomentWords,
    ): NewsText => ({
      subject: 'Your account stays open for longer',
      before: [
        `You asked us to close your account at ${serviceName}. Now you have said that your phone is lost. So that you can sign in again, we close the account on ${moment(dueAt)}, and not before.`,
        'If you want to keep the account, sign in before that.',
        'If this was not you, somebody knows your password and reads your email: choose new passwords for both.',
      ],
      steps: [{ label: 'Sign in and keep the account', address: signInAddress }],
    }),
    calledOff: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'Your account stays open',
      before: [
        `You asked us to close your account at ${serviceName}. After that, somebody signed in or chose a new password. So we do not close it (${moment(at)}). If it was you and you still want to close it, sign in and ask once more.`,
        WAS_NOT_ME,
      ],
    }),
    closed: ({ registerAddress }: AccountClosed, serviceName: string): NewsText => ({
      subject: 'Your account is closed',
      before: [
        `Your account at ${serviceName} is closed, as you asked. Your name, your email address and your phone number are deleted there. This is our last email.`,
        'If this was not you, tell the people who run the service. You can make a new account with the same address at any time; it is not connected with the old one.',
      ],
      steps: [{ label: 'Make a new account', address: registerAddress }],
    }),
  },
  findings: {
    'closing-waits': {
      asked: (at: Html) =>
        html`On ${at} the citizen asked to close the account, which signed it out everywhere.`,
      due: (at: Html) => html`It will be closed on ${at}.`,
      who: 'You asked to close your account, or somebody did who knows your password.',
      stay: (at: Html) =>
        html`Sign in before ${at} and it stays open. If it was not you who asked, choose a new password then.`,
    },
  },
}

/** The entries of every language. */
export type ClosingWords = typeof en
