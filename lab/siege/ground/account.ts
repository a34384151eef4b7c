import type { Ledger } from './ledger.ts'
import type { Town } from './town.ts'

/** What is written into the ledger. A code carries its verifier, a password its address. */
export type Kind = 'access token' | 'refresh token' | 'code' | 'session' | 'link' | 'password'

/** The books of one round. */
export interface Account {
  readonly town: Town
  readonly ledger: Ledger<Kind>
  /** Addresses whose registration was answered 202. */
  readonly registered: string[]
  readonly faults: string[]
  /** The kill has come: nothing is begun any more. */
  isStruck: boolean
}
