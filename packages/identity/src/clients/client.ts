import type { UnixSeconds } from '../platform/clock.ts'

/** When the authorization page shows: always the first time, or not even then. */
export type Confirmation = 'first-time' | 'skip-first-time'

/** A program's OAuth registration, as stored. */
export interface Client {
  readonly clientId: string
  /** What citizens read on the confirmation page. */
  readonly name: string
  /** Compared byte by byte; nothing is ever normalised (RFC 9700 section 2.1). */
  readonly redirectUris: readonly string[]
  /** The scopes it may ask for, separated by single spaces. */
  readonly scope: string
  readonly confirmation: Confirmation
  /** Its own allowance at the token endpoint; null where the deployment's limit per address counts. */
  readonly tokenLimitPerMinute: number | null
  /** Its own allowance at introspection; null where the deployment's limit per address counts. */
  readonly introspectionLimitPerMinute: number | null
  /** Rises with every change, of its secrets too, so that a process that remembers the client notices. */
  readonly revision: number
  /**
   * Rises when it is disabled and when it is enabled. What it is given remembers the generation that it was given in, and
   * is dead in any other one.
   */
  readonly generation: number
  readonly createdAt: UnixSeconds
  /** Since when it is refused everywhere; null while it is not. */
  readonly disabledAt: UnixSeconds | null
}

/** What an operator decides about a client. */
export type ClientRegistration = Pick<
  Client,
  'name' | 'redirectUris' | 'scope' | 'confirmation' | 'tokenLimitPerMinute' | 'introspectionLimitPerMinute'
>

/** Letters and digits of a client id. */
export const CLIENT_ID_LENGTH = 24

/** Letters and digits of a client secret: 285 bits. */
export const CLIENT_SECRET_LENGTH = 48

/** Secrets of one client that work at the same time, so that one can replace another without a gap. */
export const MOST_LIVE_SECRETS = 5
