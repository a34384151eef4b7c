import type { CitizenOrder, RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import type { InvestigateNeeds } from './investigate.ts'
import { investigations } from './migrations/0053-investigations.ts'
import { INVESTIGATION_TABLES } from './tables.ts'

const END: CitizenOrder = {
  verb: 'end-investigation',
  summary: 'End the investigation of an account; its citizen then reads every look that it held back',
  fromConsole: {
    role: 'security',
    words: async () => partOf((await import('./words/index.ts')).INVESTIGATION_WORDS, ({ acts }) => acts.end),
    whyNothing: async (...asked) => (await import('./why-nothing.ts')).whyNoEnd(...asked),
  },
  useCase: async (needs, request) => (await import('./investigate.ts')).endInvestigation(needs, request),
}

/** The table of investigations, and how operators begin and end one. */
export const INVESTIGATIONS_HEAD: RoomWithTables & RoomForOperators<InvestigateNeeds> = {
  tables: INVESTIGATION_TABLES,
  migrations: [investigations],
  holds: async () => (await import('./holds.ts')).INVESTIGATION_HOLDS,
  orders: [
    {
      verb: 'investigate',
      summary:
        'Hold back from the page Activity of a citizen that operators look at the account, for some days; it tells them afterwards',
      options: { days: { value: 'DAYS', meaning: 'For how many days: 30 at most, or fewer by a setting' } },
      fromConsole: {
        role: 'security',
        words: async () =>
          partOf((await import('./words/index.ts')).INVESTIGATION_WORDS, ({ acts }) => acts.begin),
        whyNothing: async (...asked) => (await import('./why-nothing.ts')).whyNoBeginning(...asked),
      },
      answers: async () => (await import('./investigate.ts')).BEGUN_INVESTIGATION,
      useCase: async (needs, citizen, given) =>
        (await import('./investigate.ts')).beginInvestigation(needs, citizen, given),
    },
    END,
  ],
}
