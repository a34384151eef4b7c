import type { ByOperator } from '../audit/index.ts'
import type { RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import type { BeginNeeds } from './begin-change.ts'
import { CHANGE_FINDINGS } from './findings.ts'
import { CHANGE_TABLES } from './tables.ts'

/** The tables of new addresses, and what operators may do for a citizen who has lost the mailbox and every way to sign in. */
export const CHANGE_ADDRESS_HEAD: RoomWithTables & RoomForOperators<BeginNeeds & ByOperator> = {
  tables: CHANGE_TABLES,
  letters: async () => Object.values((await import('./change-letters.ts')).CHANGE_LETTERS),
  holds: async () => (await import('./holds.ts')).CHANGE_HOLDS,
  findings: CHANGE_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-change.ts')).explainChange(needs, caller),
  orders: [
    {
      verb: 'change-address',
      summary: "Begin a change of a citizen's address, which waits; the old address can stop it",
      options: { to: { value: 'EMAIL', meaning: 'The new address' } },
      fromConsole: {
        role: 'security',
        words: async () =>
          partOf((await import('./words/index.ts')).CHANGE_ADDRESS_WORDS, ({ acts }) => acts.change),
        whyNothing: async (...asked) => (await import('./why-no-change.ts')).whyNoChange(...asked),
      },
      answers: async () => (await import('./address-order.ts')).ORDERED_ADDRESS,
      useCase: async (needs, citizen, given) =>
        (await import('./address-order.ts')).orderAddress(needs, citizen, given),
    },
    {
      verb: 'send-way-back',
      summary: 'Send the old address once more the letter whose link stops a change of address or undoes it',
      options: {},
      fromConsole: {
        role: 'support',
        words: async () =>
          partOf((await import('./words/index.ts')).CHANGE_ADDRESS_WORDS, ({ acts }) => acts.sendWayBack),
        whyNothing: async (...asked) => (await import('./why-no-change.ts')).whyNoWayBack(...asked),
      },
      answers: async () => (await import('./send-way-back.ts')).SENT_WAY_BACK,
      useCase: async (needs, citizen, given) =>
        (await import('./send-way-back.ts')).sendWayBack(needs, citizen, given),
    },
  ],
}
