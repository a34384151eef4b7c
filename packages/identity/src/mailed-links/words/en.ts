import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { DoneValues } from '../../platform/room/done.ts'

const times = plural('en', {
  one: 'It was asked for # time in the last days.',
  other: 'It was asked for # times in the last days.',
})
const registration = {
  asked: (at: Html) => html`An account was asked for with this address on ${at}.`,
  times,
}
const recovery = { asked: (at: Html) => html`A new password was asked for on ${at}.`, times }
const browser = { asked: (at: Html) => html`A link for a new browser was asked for on ${at}.`, times }
const verification = {
  asked: (at: Html) => html`A link that verifies the address was asked for on ${at}.`,
  times,
}
const mailRefused = {
  tell: 'Your mail provider refuses our email. Look whether the address is spelled right and whether your mailbox is full; else use another address.',
  noMailbox:
    'Your mail provider says that there is no mailbox with this address. Look whether it is spelled right; else use another address.',
  fullMailbox: 'Your mailbox is full. Make room and ask again, or use another address.',
  seemsGone:
    'It seems that there is no mailbox with this address. Look whether it is spelled right; else use another address.',
  seemsFull: 'It seems that your mailbox is full. Make room and ask again, or use another address.',
}
const accountMailRefused = {
  lostMailbox: (command: Html) =>
    html`If the caller has lost this mailbox, only with proof of who they are: ${command}`,
  tell: 'Your mail provider refuses our email. Look whether your mailbox is full: then make room, and ask again. If you have lost it, sign in some other way if you can, and change the address in your account.',
  noMailbox:
    'Your mail provider says that your mailbox does not exist. If you have lost it, sign in some other way if you can, and change the address in your account.',
  fullMailbox: 'Your mailbox is full. Make room, and ask again.',
  seemsGone:
    'It seems that your mailbox does not exist. If you have lost it, sign in some other way if you can, and change the address in your account.',
  seemsFull: 'It seems that your mailbox is full. Make room, and ask again.',
}
const mailPutOff = {
  tell: 'Your mail provider did not take our email in time. Look whether the address is spelled right and whether your mailbox is full. Then ask again later, or use another address.',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: 'Your mail provider did not take our email in time. Look whether your mailbox is full: then make room, and ask again later. If you have lost it, sign in some other way if you can, and change the address in your account.',
}
const ended = (at: Html) => html`The link was not used, and ended on ${at}.`
const linkWaits = {
  works: (at: Html) => html`Its link works until ${at}. Nobody has used it yet.`,
  tell: 'Look for the newest email from us, in the folder for spam as well, and open its link.',
}
const limit = {
  ends: (at: Html) => html`It ends on ${at}.`,
  tell: (at: Html) => html`You have asked too often. Look for the emails that came, or wait until ${at}.`,
}

const again = 'Whoever registers again gets a new link at once.'
const registrationEnded = (at: Html) => html`${ended(at)} ${again}`
const registrationWaits = {
  works: (at: Html) => html`${linkWaits.works(at)} There is no account until somebody opens it. ${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in English. */
export const en = {
  limits: {
    registrations: 'Registrations of accounts',
    recoveries: 'New passwords asked for by e-mail',
    browserLinks: 'Links for a new browser asked for',
    codes: 'Tries of codes from e-mails',
  },
  acts: {
    resend: {
      title: 'Send the email with the link once more',
      note: 'It counts as one of the emails that the citizen may ask for within an hour. You see no link.',
      nothing: {
        suspended: 'The account is suspended: decide about that first.',
        'nothing-waits': 'No link was asked for in the last days that nobody has used.',
        'mail-refused':
          'The mail server refused the email with this link for good. When the mailbox takes mail again, the citizen asks for a new link.',
      },
      says: {
        done: ({ letter, at }: DoneValues) =>
          html`The letter ${letter} goes out once more; its link works until ${at}.`,
      },
      refused: {
        'too-many': plural('en', {
          one: 'As many emails of this kind as one address gets in an hour were asked for. Try again in # minute.',
          other:
            'As many emails of this kind as one address gets in an hour were asked for. Try again in # minutes.',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('en', { one: 'ends # mailed link', other: 'ends # mailed links' }),
      more: plural('en', { one: 'mails # link', other: 'mails # links' }),
    },
  },
  events: {
    recoveryRequested: () => html`Somebody asked for a link to choose a new password`,
    browserLinkRequested: () => html`Somebody asked for a link to use a new browser`,
    verificationRequested: () => html`A link was sent to confirm the email address`,
    letterResent: () => html`The people who run this service sent the email with the link once more`,
    codeRefused: () => html`Somebody gave a wrong code from an email`,
    codeUsed: () => html`A code from an email was typed in place of its link`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: 'Register again; the form is quickly filled in. Open the newest email within a day.',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: 'Press “Forgotten your password?” again, and open the newest email within half an hour.',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: 'Sign in once more in the browser that you want to use, ask for another link, and open the newest email there within half an hour.',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': { ...verification, ended, tell: 'Sign in, and ask for another email.' },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': {
      times,
      ended,
      tell: 'Ask for it once more, and open the newest email within half an hour.',
    },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: 'Somebody asked for an account at this address as often as is allowed.',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: 'Somebody asked for a new password at this address as often as is allowed.',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked: 'Somebody asked for a link for a new browser at this address as often as is allowed.',
    },
    'limit-code-per-email': {
      ...limit,
      asked: 'Somebody tried mailed codes of this address as often as is allowed.',
    },
  },
}

/** The entries of every language. */
export type MailedLinkWords = typeof en
