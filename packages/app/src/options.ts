import type { SsoMessages } from './problems.ts'
import type { KeyValueStorage } from './storage.ts'

/** How an app sets its client up. */
export interface SsoClientOptions {
  /** The address of the program's own backend; the bearer goes to its origin alone. */
  readonly programBaseUrl: string
  /** Where the citizen returns to, exactly as the program lists it. */
  readonly returnUri: string
  /** `memory` forgets the session with the page, for shared computers; otherwise all tabs share it. */
  readonly storage?: 'memory' | 'persistent' | KeyValueStorage
  /** Goes to the identity service; a mobile app opens the system browser here, never a view of its own. */
  readonly navigate?: (url: string) => void | Promise<void>
  /** The app's own words; `{n}` stands for a number of seconds. */
  readonly messages?: SsoMessages
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  readonly clock?: { now(): number }
}
