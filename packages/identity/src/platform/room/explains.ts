import { type Clock, latestOf, type UnixSeconds } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import type { LimitSetting } from './limit.ts'

/** Somebody who cannot get in, or a program where nobody can: what a supporter knows of them. */
export interface Caller {
  /** An address, in its stored spelling. It may be one that the account had before, or one that no account has. */
  readonly email?: string
  readonly citizenId?: string
  readonly subject?: string
  readonly clientId?: string
}

/** What a finding does: it keeps everybody out, or some tries; something will happen; or it is only good to know. */
export type FindingWeight = 'stops' | 'slows' | 'waits' | 'tells'

/** One thing that a room knows about somebody who cannot get in. English, for supporters. */
export interface Finding {
  /** Its name for programs, such as `account-suspended`. */
  readonly name: string
  readonly weight: FindingWeight
  /** What the database says. Sentences. */
  readonly found: string
  /** What the supporter may do. */
  readonly mayDo?: string
  /** What to tell the caller. */
  readonly tell: string
  /**
   * Who may hear it: `anybody`, where a page says as much to whoever types the address; else only the `owner`, because a thief who calls would learn
   * what the account has.
   */
  readonly to: 'anybody' | 'owner'
}

/** What the rooms are asked with. */
export interface ExplainNeeds {
  readonly db: Database
  readonly clock: Clock
  /** The numbers of the limits. */
  readonly limits: Readonly<Record<LimitSetting, number>>
  /** An instant in words. */
  when(at: UnixSeconds): string
}

/** What a room knows about somebody who cannot get in. It changes nothing. */
export type Explains = (needs: ExplainNeeds, caller: Caller) => Promise<readonly Finding[]>

/** So many of something: `1 browser`, `2 browsers`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** When one of these was used last. */
export function usedLast(
  { when }: Pick<ExplainNeeds, 'when'>,
  keys: readonly { readonly lastUsedAt: UnixSeconds | null }[],
): string {
  const latest = latestOf(keys.map(({ lastUsedAt }) => lastUsedAt))
  return latest === undefined ? 'never used' : `used last on ${when(latest)}`
}
