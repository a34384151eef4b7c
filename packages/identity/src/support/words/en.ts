import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'

const tries = plural('en', { one: '# try', other: '# tries' })
const recent = {
  tries: (count: number, at: Html) =>
    html`${tries(count)} failed since the last sign-in, the newest on ${at}.`,
  triesAfterForgiving: (count: number, at: Html) =>
    html`${tries(count)} failed since an operator forgave the earlier ones, the newest on ${at}.`,
}

/** What a supporter is told, in English. */
export const en = {
  findings: {
    'last-failed-wrong-password': {
      ...recent,
      what: 'The password was wrong.',
      tell: 'The password was wrong. Press “Forgotten your password?”, and choose a new one.',
    },
    'last-failed-unreadable-hash': {
      ...recent,
      what: 'The stored hash of the password cannot be read: it is damaged, or sealed with a secret key that the service does not have.',
      tell: 'Press “Forgotten your password?”, and choose a new password.',
    },
    'last-failed-wrong-code': {
      ...recent,
      what: 'The password was right and the code was wrong.',
      tell: 'The code was wrong. Set the clock of your phone to automatic, and type the code that the app shows now.',
    },
    'last-failed-replayed-code': {
      ...recent,
      what: 'The password was right, and the code had been used before.',
      tell: 'Each code works once. Wait until the app shows the next one.',
    },
    'last-failed-wrong-recovery-code': {
      ...recent,
      what: 'The password was right and the recovery code was wrong.',
      tell: 'The recovery code was wrong or is used up. Try the next one of your list.',
    },
    'signed-out-by-operator': {
      ended: (name: Html, at: Html) =>
        html`The operator ${name} signed the citizen out everywhere on ${at}, and nobody has signed in since.`,
      tell: (at: Html) => html`On ${at} the people who run this service signed you out everywhere.`,
      newest: {
        'signed-in': (at: Html) =>
          html`On ${at} somebody signed in with a browser that was new to your account. If that was not you, choose a new password.`,
        'password-reset': (at: Html) =>
          html`On ${at} somebody chose a new password for your account by a mailed link. If that was not you, secure your mailbox, and then choose a new password.`,
        'browser-admitted': (at: Html) =>
          html`On ${at} a mailed link let a browser that was new to your account try the password. If that was not you, secure your mailbox, and then choose a new password.`,
      },
      noNewBrowser:
        'In the last 30 days nobody signed in with a browser that was new to your account, and no mailed link let in such a browser or set a new password.',
      noNewBrowserSince: (at: Html) =>
        html`Your account was made on ${at}. Since then nobody has signed in with another browser that was new to it, and no mailed link has let in such a browser or set a new password.`,
      again: 'Sign in again.',
    },
  },
  leads: {
    slows: 'The account may be used. But:',
    waits: 'Nothing keeps this caller out now. But:',
    tells:
      'Nothing that Portico knows of keeps this caller out. Limits of the caller’s network are not seen from here. Ask what the page says, and for its number.',
  },
  nothing: {
    several:
      'More than one account or program has this name or telephone number. Ask the caller for the e-mail address.',
    oneName:
      'Nobody is found by this. A first name or a surname alone finds nobody, unless it is the whole name: type the whole name of the person or program, or ask for the e-mail address.',
    orNumber:
      'If it is the number of a page, it is not known yet, or older than a day: try once more in half a minute.',
    nothing:
      'Nobody is found by this: it is no e-mail address, subject, program, number of a page, telephone number or whole name. Ask for the e-mail address.',
    address:
      'Nobody has an account with this address, and nobody asked for one in the last days. Ask for another address, or for the spelling. Anybody may register with this one.',
    program: 'Nothing keeps citizens out of this program.',
  },
  page: {
    answered: (at: Html, events: Html) => html`The page with this number was answered on ${at}: ${events}.`,
    again:
      'If the caller has just read the number, try once more in half a minute: pages that refuse are known some seconds later.',
    noEvent:
      'Otherwise no event of the last day has this reference number: the page changed nothing, there is no page at the address that was opened, or it is older. The case of the letters counts.',
    noAccount:
      'No account belongs to what was typed there. Ask the caller for the e-mail address that they typed, and search for it.',
    inLog: (name: Html) => html`The log has it as ${name}.`,
  },
}

/** The entries of every language. */
export type SupportWords = typeof en
