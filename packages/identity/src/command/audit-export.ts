import { resolve } from 'node:path'
import { readDay } from '../audit/index.ts'
import {
  EVENT,
  EXPORT_SUMMARY,
  type ExportSummary,
  exportAgain,
  exportDays,
  recordRead,
} from '../audit-log/index.ts'
import { listOf, objectSchema, type Schema, textSchema } from '../platform/operation.ts'
import { type Answer, type LookCall, UsageFault } from './command.ts'

/** What was exported. */
export const AUDIT_EXPORT = objectSchema('AuditExport', {
  folder: textSchema('Where the files are.'),
  days: listOf(EXPORT_SUMMARY),
})

/** One line of such a file: an event, or at its end the summary. */
export const EXPORTED_LINE: Schema = { oneOf: [EVENT, EXPORT_SUMMARY] }

/** Writes the audit to files. */
export async function auditExport({
  words: command,
  given,
  openDatabase,
  terminal,
}: LookCall): Promise<Answer> {
  const folder = resolve(given.operand('DIR'))
  const name = given.text('day')
  const day = name === undefined ? undefined : readDay(name)
  if (name !== undefined && !day) throw new UsageFault(`--day '${name}' is no day: write 2026-03-01.`)
  const database = await openDatabase()
  const needs = { ...database, progress: (line: string) => terminal.err(line) }
  await recordRead(database, { command })
  const days = day
    ? [await exportAgain(needs, folder, day)]
    : await exportDays(needs, folder, terminal.stopped())
  return { json: { folder, days }, lines: describe(folder, days) }
}

function describe(folder: string, days: readonly ExportSummary[]): readonly string[] {
  if (days.length === 0) return ['Every day that is over is exported already.']
  const events = days.reduce((sum, day) => sum + day.events, 0)
  return [
    `${events} events of ${days.length} days are in ${folder}.`,
    'They name citizens: keep them where only you can read them.',
  ]
}
