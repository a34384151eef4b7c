import { type Html, html } from '../../platform/html.ts'

/** Sessions and programs, in English. */
export const en = {
  events: {
    signedOut: () => html`Signed out`,
    sessionEnded: () => html`A session was signed out`,
    otherSessionsEnded: () => html`All other sessions were signed out`,
    sessionsEndedByPassword: () => html`All other sessions were signed out, because the password was changed`,
    sessionDisplaced: () => html`Signed out, because somebody else signed in with the same browser`,
    programEntered: (program: Html) => html`Signed in to ${program}`,
  },
}

/** The entries of every language. */
export type AccessWords = typeof en
