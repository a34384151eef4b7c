import type { RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { REMOVAL_FINDINGS } from './findings.ts'
import type { RemovalOrderNeeds } from './order-removal.ts'
import { REMOVAL_TABLES } from './tables.ts'

/** The tables of removals that wait, what they tell a supporter, and how an operator begins one. */
export const LOST_APP_HEAD: RoomWithTables & RoomForOperators<RemovalOrderNeeds> = {
  tables: REMOVAL_TABLES,
  letters: async () => {
    const { WARNINGS, ENDINGS } = await import('./removal-letters.ts')
    const write = partOf((await import('./words/index.ts')).LOST_APP_WORDS, ({ letters }) => letters.report)
    return [{ name: 'lost-app', write }, ...Object.values(WARNINGS), ...Object.values(ENDINGS)]
  },
  holds: async () => (await import('./holds.ts')).REMOVAL_HOLDS,
  findings: REMOVAL_FINDINGS,
  ownLinks: [
    {
      kind: 'lost-app',
      asked: async () =>
        partOf((await import('./words/index.ts')).LOST_APP_WORDS, ({ linkAsked }) => linkAsked),
    },
  ],
  explains: async (needs, caller) => (await import('./explain-removal.ts')).explainRemoval(needs, caller),
  orders: [
    {
      verb: 'remove-lost-app',
      summary:
        'Begin the removal of the apps for codes of a citizen who has lost them; it waits, and the citizen can stop it',
      options: {},
      fromConsole: {
        role: 'support',
        words: async () =>
          partOf((await import('./words/index.ts')).LOST_APP_WORDS, ({ acts }) => acts.remove),
        whyNothing: async (...asked) => (await import('./why-no-removal.ts')).whyNoRemoval(...asked),
      },
      answers: async () => (await import('./order-removal.ts')).ORDERED_REMOVAL,
      useCase: async (needs, citizen, given) =>
        (await import('./order-removal.ts')).orderRemoval(needs, citizen, given),
    },
  ],
}
