import type { UnixSeconds } from '../platform/clock.ts'
import type { Language } from '../platform/languages.ts'

/** When the confirmation page is shown: always at the first time, or not even then. */
export type Confirmation = 'first-time' | 'skip-first-time'

/** A program's OAuth registration, as stored. */
export interface Client {
  readonly clientId: string
  /** The name on the confirmation page. */
  readonly name: string
  /** The name in other languages, by their tags. */
  readonly names: Readonly<Partial<Record<Language, string>>>
  /** The page that citizens go back to; null where it is the origin of the first redirect URI. */
  readonly home: string | null
  /** The same page in other languages, by their tags. */
  readonly homes: Readonly<Partial<Record<Language, string>>>
  /** Compared byte by byte, never normalised (RFC 9700 section 2.1). */
  readonly redirectUris: readonly string[]
  /** The scopes that it may ask for, separated by single spaces. */
  readonly scope: string
  readonly confirmation: Confirmation
  /** Its own limit at the token endpoint; null where the deployment's limit per address counts. */
  readonly tokenLimitPerMinute: number | null
  /** Its own limit at introspection; null where the deployment's limit per address counts. */
  readonly introspectionLimitPerMinute: number | null
  /** Rises with every change of the client or its secrets, so that a process that remembers the client notices. */
  readonly revision: number
  /**
   * Rises when the client is disabled and when it is enabled. Grants and tokens store the generation of their issue,
   * and are not valid in another one.
   */
  readonly generation: number
  readonly createdAt: UnixSeconds
  /** Since when every endpoint refuses it; null while it is enabled. */
  readonly disabledAt: UnixSeconds | null
}

/** The settings of a client that an operator decides. */
export type ClientRegistration = Pick<
  Client,
  | 'name'
  | 'names'
  | 'home'
  | 'homes'
  | 'redirectUris'
  | 'scope'
  | 'confirmation'
  | 'tokenLimitPerMinute'
  | 'introspectionLimitPerMinute'
>
