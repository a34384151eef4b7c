import type { Clock } from './clock.ts'
import type { Keyring } from './keyring.ts'
import type { Log } from './log.ts'
import type { Database } from './postgres/database.ts'
import type { Random } from './random.ts'

/** What is there before any room: the outside world, handed in. A use case names the parts that it uses. */
export interface Foundation {
  /** The pool for transactions and everything that is not hot. */
  readonly db: Database
  /** One pipelined connection for hot reads by primary key. */
  readonly reads: Database
  /** Connections for hot statements that write. */
  readonly writes: Database
  /** One pipelined connection for hot statements whose rows live a minute and may be lost when the server crashes. */
  readonly passing: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly log: Log
}

/** What most use cases need. */
export type Basics = Pick<Foundation, 'db' | 'clock' | 'random'>
