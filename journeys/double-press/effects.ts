import type { DatabaseAddress } from '../../packages/identity/src/platform/postgres/connect.ts'
import { openSession } from '../../packages/identity/src/platform/postgres/session.ts'

/** How many of what there is: rows of each table, events of each name, letters of each kind. */
export type Counts = Readonly<Record<string, number>>

/** Not what an act does: which form was answered, and what is counted of requests and guesses. */
const BESIDE = ['answered_forms', 'rate_counters', 'sign_in_failures', 'guessed_addresses', 'wrong_codes']

/** Counts what is in the database. */
export async function openCounts(address: DatabaseAddress) {
  const session = await openSession(address)
  const tables = await session.runText<{ name: string }>(`
    select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ('{${BESIDE}}')`)
  const rows = tables.map(
    ({ name }) => `select 'rows of ${name}' as what, count(*)::int as count from ${name}`,
  )
  const statement = [
    ...rows,
    `select 'event ' || name, count(*)::int from audit_events group by name`,
    `select 'letter ' || kind, count(*)::int from outbox group by kind`,
    `select 'security version', sum(security_version)::int from citizens`,
  ].join(' union all ')
  return {
    async now(): Promise<Counts> {
      const counted = await session.runText<{ what: string; count: number }>(statement)
      return Object.fromEntries(counted.map(({ what, count }) => [what, count]))
    },
    close: () => session.close(),
  }
}

/** What there is more or less than before. */
export function difference(before: Counts, after: Counts): Counts {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changes = all.map((what) => [what, (after[what] ?? 0) - (before[what] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, count]) => count !== 0))
}
