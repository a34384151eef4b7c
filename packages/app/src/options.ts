import type { SsoMessages } from './problems.ts'
import type { KeyValueStorage } from './storage.ts'

/** The options of a client. */
export interface SsoClientOptions {
  /** The address of the program's backend. The bearer is sent only to its origin. */
  readonly programBaseUrl: string
  /** The return address, exactly as it is on the program's list. */
  readonly returnUri: string
  /** `memory` keeps the session until the page closes, for shared computers. With the others, all tabs share it. */
  readonly storage?: 'memory' | 'persistent' | KeyValueStorage
  /** Goes to the identity service. A mobile app must open the system browser here, not a web view. */
  readonly navigate?: (url: string) => void | Promise<void>
  /** The app's own messages. `{n}` stands for a number of seconds. */
  readonly messages?: SsoMessages
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  readonly clock?: { now(): number }
}
