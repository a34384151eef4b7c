import { type Html, html } from '../../platform/html.ts'

/** Programs, in English. */
export const en = {
  findings: {
    'program-disabled': {
      found: (program: Html, at: Html) => html`An operator disabled ${program} on ${at}.`,
      reason: (reason: Html) => html`The operator’s reason: “${reason}”.`,
      mayDo: (command: Html) => html`Whoever decides about it ends it by: ${command}`,
      closed: (program: Html) => html`${program} is closed, for everybody.`,
      others: 'Your account is as it was, and your other programs work.',
    },
    'program-without-secret': {
      found: (program: Html) => html`${program} has no secret that counts: it cannot finish any sign-in.`,
      mayDo: (command: Html) => html`Whoever runs the program needs a new one: ${command}`,
      tell: (program: Html) =>
        html`${program} cannot sign anybody in at the moment. Whoever runs it has to mend that.`,
    },
    'program-secret-refused': {
      found: (program: Html, at: Html) =>
        html`${program} came on ${at} with a secret that had ended, and has not used one that counts since.`,
      mayDo: (command: Html) => html`Whoever runs the program sets one that counts: ${command}`,
      tell: (program: Html) =>
        html`${program} cannot sign anybody in at the moment. Whoever runs it has to mend that.`,
    },
    'program-secret-never-right': {
      found: (program: Html, at: Html) =>
        html`Somebody came as ${program} on ${at} with a secret that it does not have, and none of its secrets was ever used.`,
      mayDo: (command: Html) => html`Whoever runs the program needs a new one: ${command}`,
      tell: (program: Html) =>
        html`${program} has not signed anybody in so far. Whoever runs it has to mend that.`,
    },
    'program-secret-wrong': {
      found: (program: Html, at: Html) =>
        html`Somebody came as ${program} on ${at} with a secret that it does not have. If that was ${program} itself, it cannot sign anybody in.`,
      right: (at: Html) => html`Its right one came last on ${at}.`,
      mayDo: (command: Html) => html`If it was, whoever runs the program needs a new one: ${command}`,
      tell: (program: Html) =>
        html`It may be that ${program} cannot sign anybody in at the moment. Whoever runs it has to look.`,
    },
    'program-secret-used': {
      never: (program: Html) =>
        html`${program} has never used its secret: it was never set up, or it has a wrong one.`,
      used: (program: Html, at: Html) => html`${program} proved who it is with its secret on ${at}.`,
      tell: (program: Html) =>
        html`Try again from the page of ${program}. If it fails there, tell us what the page says, with its number.`,
    },
  },
}

/** The entries of every language. */
export type ClientWords = typeof en
