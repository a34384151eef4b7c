import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'
import type { ClientFields } from './client-file.ts'
import type { Fault } from './document.ts'

/** A secret that the file names, as it was read from there. */
export interface WantedSecret {
  readonly label: string
  readonly at: number
  readonly value: Secret
  /** Nothing where the file leaves the end to an operator. */
  readonly until: UnixSeconds | undefined
}

/** A client as the file wants it. */
export interface WantedClient {
  readonly clientId: string
  readonly at: number
  readonly given: Partial<ClientFields>
  /** The names that have a value with a fault, which is told already. */
  readonly unread: readonly string[]
  readonly secrets: readonly WantedSecret[]
}

/** Everything that a file wants, as far as it could be read. */
export interface Wanted {
  readonly clients: readonly WantedClient[]
  readonly remove: readonly string[]
  /** What is wrong in the file itself. */
  readonly faults: readonly Fault[]
  /** Faults as sentences with their places, in the order of the file. */
  readonly say: (faults: readonly Fault[]) => readonly string[]
}
