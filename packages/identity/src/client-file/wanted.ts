import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'
import type { ClientFields } from './client-file.ts'

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
  readonly secrets: readonly WantedSecret[]
}

/** Everything that a file wants. */
export interface Wanted {
  readonly clients: readonly WantedClient[]
  readonly remove: readonly string[]
  /** A sentence with its place. */
  readonly say: (at: number, sentence: string) => string
}
