import type { Route } from './http/route.ts'
import type { OwnData } from './own-data.ts'
import type { Database } from './postgres/database.ts'
import type { Tables } from './postgres/table.ts'

/**
 * What a room brings to the building. `compose.ts` puts the lists of all rooms together, and what stands below knows this shape
 * and no room's name.
 */
export interface Room<Service = never> {
  readonly routes?: (service: Service) => readonly Route[]
  readonly tables?: Tables
  /** Deletes its rows about a citizen whose account is closed, in that transaction. */
  readonly erase?: (tx: Database, citizenId: string) => Promise<unknown>
  /** What it has about a citizen, by the name that it has in the citizen's copy. */
  readonly tell?: Readonly<Record<string, OwnData>>
}
