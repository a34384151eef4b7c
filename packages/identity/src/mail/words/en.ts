import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.en

const MORE_SIGN_INS =
  'There were several such sign-ins in the last hour. More of them may come in the next hour without a mail. The page Activity of your account lists every one.'

const waits = plural('en', {
  one: '# email to this address has waited since',
  other: '# emails to this address have waited since',
})
const putOff = plural('en', { one: '# try', other: '# tries' })
const others = plural('en', { one: '# email to another address waits', other: '# emails to others wait' })

/** The letters in English. */
export const en: LetterWords = {
  language: 'en',
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  colon: ':',
  code: 'Or type this code on the page where you asked for this email. Tell it to nobody, not even to us.',
  links: { help: 'Help', privacy: 'Privacy', accessibility: 'Accessibility statement' },
  footer: (serviceName) =>
    `This email was sent automatically by ${serviceName}. We never ask for your password by email, by message or on the telephone.`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: 'Confirm your email address',
      before: [
        `Somebody, probably you, asked for an account at ${serviceName} with this email address. Open this link to confirm the address and to choose a password.`,
      ],
      steps: [{ label: 'Choose a password', address: link.reveal() }],
      after: [
        'The link works for 24 hours.',
        'If you did not ask for an account, you need to do nothing: without the link no account will be made.',
      ],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: 'You already have an account',
      before: [
        `Somebody, probably you, asked for an account at ${serviceName} with this email address. You already have one, and nothing about it was changed.`,
      ],
      steps: [
        { label: 'Sign in', address: signInAddress },
        { label: 'Choose a new password, if you have forgotten yours', address: recoverAddress },
      ],
      after: ['If this was not you, you need to do nothing.'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: 'Choose a new password',
      before: [
        `Somebody, probably you, asked to choose a new password for your account at ${serviceName}. Open this link to do so.`,
      ],
      steps: [{ label: 'Choose a new password', address: link.reveal() }],
      after: [
        'The link works for 30 minutes and only once. After that you are signed out everywhere.',
        'If this was not you, you need to do nothing: your password stays as it is.',
      ],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: 'Your account is locked until you choose a new password',
      before: [
        `You told us that somebody else was in your account at ${serviceName}. Everybody is signed out now. The password does not work any more, and all passkeys are removed.`,
        'Open this link and choose a password that you use nowhere else. Then your account is open again.',
      ],
      steps: [{ label: 'Choose a new password', address: link.reveal() }],
      after: [
        'The link works for 30 minutes and only once. After that, ask for another one on the page for a forgotten password.',
        'If this was not you, somebody else was signed in to your account: use the link as well.',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: 'Use a new browser for your account',
      before: [
        `Somebody, probably you, wants to sign in to your account at ${serviceName} with a browser that has not signed in to it before. There were many wrong passwords in a row, so we ask you to confirm that it is you.`,
        'Open this link in the browser that you want to sign in with.',
      ],
      steps: [{ label: 'Use this browser', address: link.reveal() }],
      after: [
        'The link works for 30 minutes and only once. It does not sign you in: you sign in afterwards, with your password as always.',
        'If this was not you, you need to do nothing: without the link nobody can try passwords with a new browser.',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: 'Confirm your email address again',
      before: [
        `Before you can go on with your account at ${serviceName}, please confirm that this email address is still yours.`,
      ],
      steps: [{ label: 'Confirm this address', address: link.reveal() }],
      after: ['The link works for 24 hours.', 'If this was not you, you need to do nothing.'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: 'Your password was changed',
      before: [
        `The password of your account at ${serviceName} was changed. You need to do nothing if it was you. Your passkeys stay, except those that another email tells you about. Look through them on the page Passkeys.`,
        WAS_NOT_ME,
      ],
      steps: [{ label: 'This was not me: choose a new password', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName, moment) => ({
      subject: 'New sign-in to your account',
      before: [
        `Somebody signed in to your account at ${serviceName} with a browser that we have not seen before: ${browser}, ${system}, ${moment(at)}. You need to do nothing if it was you.`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: 'This was not me: choose a new password', address: recoverAddress }],
      after: [],
    }),
  },
  findings: {
    'mail-waits': {
      waits: (count, since) => html`${waits(count)} ${since}.`,
      putOff: (times) => `The mail server has put off ${putOff(times)}.`,
      others: (count) => `${others(count)}.`,
      noOthers: 'No other email waits.',
      readLog: (name) =>
        html`Look at what the mail server of this address answers: the log has it as ${name}.`,
      tellOperator: (command) => html`Tell whoever runs the mail server: ${command} tries it.`,
      tell: 'Our email to you has not been taken yet. We go on trying. Look whether your mailbox is full.',
    },
  },
}
