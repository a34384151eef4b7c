import type { Database } from '../../packages/identity/src/platform/postgres/database.ts'
import { count, table } from '../kit/markdown.ts'
import type { Day } from './day.ts'
import type { Verdict } from './look-back.ts'

/** The table of everything that was asked. */
export function reportVerdicts(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ name, section, found, first }) => [
    found === 0 ? 'holds' : 'BROKEN',
    name,
    section,
    found === 0 ? '' : `${count(found)}: ${first.slice(0, 300)}`,
  ])
  return table(['', 'what is so', 'contract', 'what contradicts'], rows)
}

/** How many rows a table has. */
export interface TableRows {
  readonly what: string
  readonly rows: number
}

/** Counts the rows of what the questions are about. */
export function countRows(db: Database): Promise<readonly TableRows[]> {
  return db.query<TableRows>`
    select 'citizens' as what, count(*)::int as rows from citizens
    union all select 'sessions', count(*)::int from sessions
    union all select 'grants', count(*)::int from grants
    union all select 'access tokens', count(*)::int from access_tokens
    union all select 'codes', count(*)::int from authorization_codes
    union all select 'mailed links', count(*)::int from mailed_links
    union all select 'events of the audit', count(*)::int from audit_events
    union all select 'seals', count(*)::int from audit_seals`
}

/** How many rows there were, and how many requests were answered how. */
export function reportCounts({ stage, answers }: Day, rows: readonly TableRows[]): string {
  const all = [
    ...rows.map((row) => [row.what, count(row.rows)]),
    ['letters that came', count(stage.mail.mails.length)],
    ['requests', count(answers.total)],
    ['requests refused in outages', count(answers.refusedInOutages)],
    ['asked to press again, because too many passwords waited to be hashed', count(answers.busy)],
    ...answers
      .counts()
      .map(({ kind, statuses }) => [
        kind,
        statuses.map(([status, times]) => `${times} × ${status}`).join(', '),
      ]),
  ]
  return table(['what', 'how many'], all)
}
