import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'

const browsers = plural('en', { one: '# browser', other: '# browsers' })

/** Sessions and programs, in English. */
export const en = {
  holds: {
    sessions: { less: plural('en', { one: 'ends # session', other: 'ends # sessions' }) },
    grants: {
      less: plural('en', { one: 'ends the access to # program', other: 'ends the access to # programs' }),
    },
    connections: {
      less: plural('en', {
        one: 'forgets what was allowed to # program',
        other: 'forgets what was allowed to # programs',
      }),
    },
  },
  events: {
    signedOut: () => html`Signed out`,
    sessionEnded: () => html`A session was signed out`,
    otherSessionsEnded: () => html`All other sessions were signed out`,
    sessionsEndedByPassword: () => html`All other sessions were signed out, because the password was changed`,
    sessionDisplaced: () => html`Signed out, because somebody else signed in with the same browser`,
    programEntered: (program: Html) => html`Signed in to ${program}`,
  },
  findings: {
    'program-disabled': {
      found: (program: Html) => html`The connected program ${program} is disabled: nobody can enter it.`,
      mayDo: (command: Html) => html`Read why: ${command}`,
      closed: (program: Html) => html`${program} is closed at the moment, for everybody.`,
      others: 'Your account is as it was, and your other programs work.',
    },
    'signed-in': {
      found: (count: number, at: Html) =>
        html`The account is signed in with ${browsers(count)}, used last on ${at}.`,
      tell: (count: number) => `You are signed in with ${browsers(count)}.`,
      somebody: (count: number) => `Somebody is signed in to the account with ${browsers(count)}.`,
      notYours:
        'If that is not you, open the page “Where you are signed in”, press “Sign out all other sessions”, and change your password.',
    },
    'signed-in-nowhere': {
      found: 'The citizen is signed in nowhere now.',
      tell: 'You are signed in nowhere at the moment.',
      again: 'Sign in again.',
    },
  },
}

/** The entries of every language. */
export type AccessWords = typeof en
