import type { Database } from '../platform/postgres/database.ts'
import {
  countConnectionBlocks,
  deleteConnectionsIn,
  deleteConnectionsOnEachServer,
} from './statements/connections.ts'

/** The database, and where the progress is told. */
export interface DeleteConnectionsNeeds {
  readonly db: Database
  /** Called with a sentence about the progress, where there are many rows to delete. */
  readonly progress?: (line: string) => void
}

/** Blocks that one statement reads: 2 MiB, about twenty thousand connections. */
const STEP_BLOCKS = 256

/**
 * Deletes the connections of a removed client, which nothing reads any more. There may be millions, so it deletes in
 * small steps. It starts again after each pass that deleted some, because a connection that was updated meanwhile may
 * have moved to another block. Returns how many there were.
 */
export async function deleteConnectionsOfClient(
  needs: DeleteConnectionsNeeds,
  clientId: string,
): Promise<number> {
  let [all, deleted] = [0, await deleteInSteps(needs, clientId)]
  while (deleted > 0) {
    all += deleted
    deleted = await deleteInSteps(needs, clientId)
  }
  return all
}

async function deleteInSteps({ db, progress }: DeleteConnectionsNeeds, clientId: string): Promise<number> {
  if ((await db.layout()) === 'distributed') return deleteConnectionsOnEachServer(db, clientId)
  const blocks = await countConnectionBlocks(db)
  let deleted = 0
  for (let first = 0; first < blocks; first += STEP_BLOCKS) {
    const here = await deleteConnectionsIn(db, clientId, { first, behindLast: first + STEP_BLOCKS })
    if (here > 0) progress?.(`${here} more connections of citizens are removed`)
    deleted += here
  }
  return deleted
}
