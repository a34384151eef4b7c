import { appendEvent, type ByOperator } from '../audit/index.ts'
import type { Clock } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'

/** The operator, and the database, clock and randomness for one audit event. */
export interface RecordReadNeeds extends ByOperator {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  /** Where it is set: a look that the same operator had at the same citizen by the same command and filters, for the same reason, so many seconds ago or less is the same look, and not written again. */
  readonly sameWithinSeconds?: number | undefined
}

/** The command that an operator ran, and the citizen or client that it showed. */
export interface OperatorRead {
  readonly command: string
  /** What was looked for beside the citizen, where the command alone says that a citizen was looked at. */
  readonly filters?: string
  readonly citizenId?: string
  readonly clientId?: string
}

/** What was refused to an operator. */
export interface OperatorRefused extends Omit<OperatorRead, 'filters'> {
  /** Why, as a name. */
  readonly because: string
  readonly details?: Readonly<Record<string, string | number>>
}

/** Writes an audit event where something is refused to an operator: a refusal says something about whom it is about. */
export async function recordRefused(
  needs: RecordReadNeeds,
  { command, because, details, ...whom }: OperatorRefused,
): Promise<void> {
  const said = { command, because, ...details }
  await appendEvent(needs, { name: 'operator-refused', origin: needs.by, ...whom, details: said })
}

/** Writes an audit event whenever an operator reads data, so that no operator reads in secret. A page that is opened again is written once, where that is said. */
export async function recordRead(
  needs: RecordReadNeeds,
  { command, filters = '', ...whom }: OperatorRead,
): Promise<void> {
  if (await isWritten(needs, { command, filters, ...whom })) return
  const details = { command, ...(filters !== '' && { filters }) }
  await appendEvent(needs, { name: 'operator-looked', origin: needs.by, ...whom, details })
}

async function isWritten(
  { db, by, sameWithinSeconds }: RecordReadNeeds,
  { command, filters, citizenId }: OperatorRead,
): Promise<boolean> {
  if (sameWithinSeconds === undefined || citizenId === undefined) return false
  return anyRow(db.query`
    select 1 from audit_events
     where operator = ${by.operator} and at > now() - make_interval(secs => ${sameWithinSeconds}) and name = 'operator-looked'
       and citizen_id = ${citizenId} and details ->> 'command' = ${command} and coalesce(details ->> 'filters', '') = ${filters ?? ''}
       and details ->> 'reason' is not distinct from ${by.reason ?? null}`)
}
