import { html } from '../../platform/html.ts'

/** Investigations, in English. */
export const en = {
  acts: {
    begin: {
      title: 'Hold looks at the account back from its citizen',
      note: 'The page Activity tells every look afterwards, with its time. Acts that change something are told at once.',
      labels: { days: 'For how many days' },
      nothing: { runs: 'The account is investigated already, and the end is not put off.' },
    },
    end: {
      title: 'End the investigation',
      note: 'From now on the page Activity tells every look that was held back. It sends no letter.',
      nothing: { none: 'The account is not investigated.' },
    },
  },
  events: {
    begun: () =>
      html`The people who run this service began an investigation of the account. Their looks are told when it is over`,
    ended: () => html`The investigation of the account by the people who run this service ended`,
  },
}

/** The entries of every language. */
export type InvestigationWords = typeof en
