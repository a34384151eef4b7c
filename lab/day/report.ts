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

/** How many rows the day has left, and how many requests were answered how. */
export async function reportCounts({ stage, answers }: Day): Promise<string> {
  const rows = await stage.database.db.query<{ what: string; rows: number }>`
    select 'citizens' as what, count(*)::int as rows from citizens
    union all select 'sessions', count(*)::int from sessions
    union all select 'grants', count(*)::int from grants
    union all select 'access tokens', count(*)::int from access_tokens
    union all select 'events of the audit', count(*)::int from audit_events
    union all select 'seals', count(*)::int from audit_seals`
  const all = [
    ...rows.map((row) => [row.what, count(row.rows)]),
    ['letters that came', count(stage.mail.mails.length)],
    ['requests', count(answers.total)],
    ['requests refused in outages', count(answers.refusedInOutages)],
    ...answers
      .counts()
      .map(({ kind, statuses }) => [kind, statuses.map(([status, times]) => `${times} × ${status}`).join(', ')]),
  ]
  return table(['what', 'how many'], all)
}
