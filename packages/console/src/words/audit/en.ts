import { type Html, html, plural } from '@portico/identity/parts'

/** The words of the page of the audit. */
export const en = {
  title: 'Audit',
  event: 'Event',
  operator: 'Operator',
  address: 'Network address',
  client: 'Program',
  request: 'Reference number',
  any: 'any',
  button: 'Show',
  none: 'There are no such events.',
  unknownEvent: (name: string) => `This release writes no event of the name ${name}.`,
  meantEvent: (name: string) => `Did you mean ${name}?`,
  wrong: 'This can be in no event: correct it.',
  all: 'All events',
  stopped: 'The search took too long, and looked at the events back to',
  citizen: 'Account',
  citizenHint: 'The subject. Search for the person, open the account, and go on from there.',
  since: 'From',
  until: 'Until',
  timeHint: (zone: string) => `2026-03-01, or 2026-03-01 14:05. In ${zone}.`,
  wholeHint: 'A day, a minute or a second counts as a whole.',
  noTime: 'This is no time. Write 2026-03-01, or 2026-03-01 14:05.',
  reversed: 'The end must be later than the beginning.',
  noSubject:
    'Only a subject can stand here, no address and no name. Search for the person, open the account, and go on from there.',
  noPage: 'This address leads to no page of the audit. Begin with the newest events.',
  covered:
    'Networks, and reasons that operators typed, are covered. When you uncover the account, they are shown here for five minutes, too.',
  uncoverFirst:
    'The networks of this account are covered, and what is found by one would tell them. Uncover the account first.',
  nobodys:
    'This way in shows no citizen: whom an event is about, its network, and reasons that operators typed, are covered.',
  ofAccount: 'All its events in the audit',
  older: 'Older events',
  newest: 'Newest events',
  chain: {
    title: 'The chain of seals',
    nothing:
      'Nothing is sealed: the service seals the audit each minute while it runs, and not where several PostgreSQL servers are one database.',
    late: 'Events are not sealed for more than 15 minutes: the service does not run, or a transaction is open for that long. portico doctor says more.',
    gap: 'A day has events and no seal. Compare the audit on the machine of the service.',
    sealed: 'Sealed',
    all: 'every event',
    allSinceFirst: 'every event since the first seal',
    before: (at: Html) => html`every event before ${at}`,
    last: 'Last seal',
    closed: 'Last day that is closed (UTC)',
    noDay: 'none yet',
    hash: 'Hash of its last seal',
    sent: 'Where it went',
    log: 'to the log of each process, after midnight',
    by: (way: Html) => html`by ${way}`,
    notBy: (way: Html) => html`not yet by ${way}`,
    neverBy: (way: Html) => html`not by ${way}: it gets those of later days`,
    attempts: plural('en', { one: '# failed attempt', other: '# failed attempts' }),
    missing: 'Days with events and without a seal',
    noneSince: (day: Html) => html`none since ${day}`,
    notLooked: 'not looked at yet',
    walking: 'Events from before the first seal are still being sealed.',
    behind: (day: Html, at: Html) =>
      html`Events of ${day} after ${at} are sealed with the next day: this hash does not cover them, that of the next day does.`,
    today: 'What happens today is sealed within a minute. The hash of today goes out after midnight (UTC).',
    verify: 'This page compares no hash. On the machine of the service:',
  },
}

export type AuditWords = typeof en
