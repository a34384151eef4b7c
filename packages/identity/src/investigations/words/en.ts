import { html } from '../../platform/html.ts'
import type { DoneValues } from '../../platform/room/done.ts'
import type { WhenHeld } from '../../platform/room/holds.ts'

/** Investigations, in English. */
export const en = {
  acts: {
    begin: {
      title: 'Hold looks at the account back from its citizen',
      note: 'The page Activity tells every look afterwards, with its time. Acts that change something are told at once.',
      labels: { days: 'For how many days' },
      nothing: { runs: 'The account is investigated already, and the end is not put off.' },
      says: {
        done: ({ at }: DoneValues) =>
          html`The account is investigated: the page Activity tells no look before ${at}, and all of them then.`,
      },
      refused: { 'bad-days': (most: number) => `The days must be a whole number from 1 to ${most}.` },
    },
    end: {
      title: 'End the investigation',
      note: 'From now on the page Activity tells every look that was held back. It sends no letter.',
      nothing: { none: 'The account is not investigated.' },
      says: {
        done: 'The account is not investigated any more; the page Activity tells every look.',
        already: 'The account was not investigated; nothing changed.',
      },
    },
  },
  holds: {
    looks: {
      less: 'tells the citizen every look that was held back',
      more: (_: number, end: number, when: WhenHeld) =>
        html`tells the citizen no look before ${when(end)}, and all of them then`,
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
