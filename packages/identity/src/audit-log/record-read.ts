import { appendEvent, type ByOperator } from '../audit/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'

/** The operator, and the database, clock and randomness for one audit event. */
export interface RecordReadNeeds extends ByOperator {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
}

/** The command that an operator ran, and the citizen or client that it showed. */
export interface OperatorRead {
  readonly command: string
  readonly citizenId?: string
  readonly clientId?: string
}

/** What was refused to an operator. */
export interface OperatorRefused extends OperatorRead {
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

/** Writes an audit event whenever an operator reads data, so that no operator reads in secret. */
export async function recordRead(needs: RecordReadNeeds, { command, ...whom }: OperatorRead): Promise<void> {
  await appendEvent(needs, { name: 'operator-looked', origin: needs.by, ...whom, details: { command } })
}
