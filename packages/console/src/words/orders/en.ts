import { type Html, html, type OrderRefusal, SAYS_OF_RIGHTS } from '@portico/identity/parts'

/** What the service answers to orders, in English. */
export const en = {
  tells: {
    letter: (subject: Html, to: Html) => html`sends the letter ${subject} to ${to}`,
    noLetter: 'sends no letter',
    needsConsent: 'It waits for the consent of another operator before anything happens.',
    unchanged: 'Nothing would change.',
    asked: (operator: Html, at: Html, act: Html) => html`${operator} asked on ${at} for: ${act}`,
    given: (name: Html, value: Html) => html`${name}: ${value}`,
    nowAlso: (what: Html) => html`now also: ${what}`,
    noLonger: (what: Html) => html`no longer: ${what}`,
    waits: (number: Html, until: Html) =>
      html`Nothing was changed yet. The act waits as number ${number} until ${until}. Another operator consents on the page Waiting.`,
    withdrawn: (number: Html) => html`Act ${number} is withdrawn. Nothing was changed.`,
  },
  refusals: {
    'unknown-citizen': 'There is no account with this subject.',
    'account-closed': 'This account is closed for good and cannot be changed.',
    'bad-reason': 'The reason must be one line of 1 to 500 characters.',
    'unknown-act': 'No act with this number waits: it was done, was withdrawn, or never was.',
    over: 'This act has waited for longer than an hour, and is over. Ask for it again.',
    'own-act': 'You asked for this act yourself, so another operator has to consent to it.',
    'other-asker':
      'Another operator asked for this act. It is over by itself after an hour, unless somebody consents.',
    ...SAYS_OF_RIGHTS,
    'bad-time': 'This is no time. Write 30d, 12h, 2026-03-01 or 2026-03-01T12:00:00Z.',
    'time-over': 'This time is over already.',
    'time-too-far': 'This time is too far away.',
    'bad-cause': 'This cause is not in the list.',
    changed:
      'Nothing was changed, because this would do something else by now than you were told. Order it anew.',
    'nothing-to-do':
      'Nothing was changed, because there is nothing to do any more. The act waits until its time is over, or until it is withdrawn.',
    'order-failed':
      'The service could not do this, and cannot say how far it came: look at what happened to the account before you order it again. The log of the service has the error.',
  } satisfies Readonly<Record<OrderRefusal, string>>,
}

/** The entries of every language. */
export type OrderWords = typeof en
