import type { RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { LINK_FINDINGS } from './findings.ts'
import { waitingRegistrations } from './migrations/0037-waiting-registrations.ts'
import { linksByEmail } from './migrations/0051-links-by-email.ts'
import type { ResendNeeds } from './resend-order.ts'
import { LINK_TABLES } from './tables.ts'

/** The tables of mailed links, what they tell a supporter, and how a letter is sent once more. */
export const MAILED_LINKS_HEAD = {
  tables: LINK_TABLES,
  migrations: [waitingRegistrations, linksByEmail],
  holds: async () => (await import('./holds.ts')).LINK_HOLDS,
  findings: LINK_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-links.ts')).explainLinks(needs, caller),
  orders: [
    {
      verb: 'resend',
      summary:
        'Send once more the letter that somebody waits for: a registration, a new password, a new browser, the proof of an address',
      options: {},
      fromConsole: {
        role: 'support',
        words: async () =>
          partOf((await import('./words/index.ts')).MAILED_LINK_WORDS, ({ acts }) => acts.resend),
        whyNothing: async (...asked) => (await import('./find-waiting-link.ts')).whyNotResent(...asked),
      },
      answers: async () => (await import('./resend-order.ts')).RESENT_LETTER,
      useCase: async (needs, citizen, given) =>
        (await import('./resend-order.ts')).resendOrder(needs, citizen, given),
      otherwise: async (needs, email) => (await import('./resend-order.ts')).resendRegistration(needs, email),
    },
  ],
} satisfies RoomWithTables & RoomForOperators<ResendNeeds>
