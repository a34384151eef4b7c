/**
 * The `portico` command, for operators: one file per noun, each command calls one use case of a lower room. A command
 * works on the same database as the service, whether that runs or not, and what it changes counts there at once. It
 * leaves an event in the audit, answers in a few lines or in JSON, and fails with one sentence. `portico.ts` is run by
 * `bin/portico.mjs`.
 */
export type { Terminal } from './command.ts'
export { runPortico } from './run-portico.ts'
