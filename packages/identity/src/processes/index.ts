/**
 * Several processes of one service on one port (`PORTICO_PROCESSES`). The parent owns them, the port and the signals, and nothing else:
 * it asks no database and answers no request of a citizen or a program. It is not the service: `serve.ts` runs in each process, and
 * what has to hold over all of them (limits, housekeeping, letters) is in the database.
 */
export { EndedAtStart, Fleet } from './fleet.ts'
export { answerParent, startKindIn, tellServing } from './in-process.ts'
export { openTotals, type Totals } from './merge-texts.ts'
export type { Serving, StartKind } from './messages.ts'
export { startProcess } from './start-process.ts'
