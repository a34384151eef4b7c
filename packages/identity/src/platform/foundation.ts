import type { Clock } from './clock.ts'
import type { KeyToken } from './key-token.ts'
import type { Keyring } from './keyring.ts'
import type { Log } from './log.ts'
import type { Database, HotDatabase } from './postgres/database.ts'
import type { MakeKeyPair, Random } from './random.ts'
import type { Tracer } from './tracer.ts'

/** The outside world, which every room gets as an argument. A use case names only the parts that it uses. */
export interface Foundation {
  /** The pool for transactions and for every statement that few requests need. */
  readonly db: Database
  /** One pipelined connection for hot reads by primary key. */
  readonly reads: HotDatabase
  /** Connections for hot statements that write. */
  readonly writes: HotDatabase
  /** One pipelined connection for hot statements with asynchronous commit: their rows live for a minute, and a crash of the server may lose them. */
  readonly asyncWrites: HotDatabase
  readonly clock: Clock
  readonly random: Random
  readonly makeKeyPair: MakeKeyPair
  readonly keyring: Keyring
  /** Where signing keys are made and kept, where they are not in the database. */
  readonly keyToken?: KeyToken | undefined
  readonly log: Log
  /** Nothing is traced without one. */
  readonly tracer?: Tracer | undefined
}

/** The parts that most use cases use. */
export type Basics = Pick<Foundation, 'db' | 'clock' | 'random'>
