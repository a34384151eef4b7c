import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'

/** What writing it down needs. */
export interface NoteLookNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
}

/** What an operator looked at. */
export interface Look {
  readonly command: string
  readonly citizenId?: string
  readonly clientId?: string
}

/** Writes down that an operator looked at something, so that nobody can look in secret. */
export async function noteLook(needs: NoteLookNeeds, { command, ...whom }: Look): Promise<void> {
  await appendEvent(needs, { name: 'operator-looked', origin: operatorOrigin, ...whom, details: { command } })
}
