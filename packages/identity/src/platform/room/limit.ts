import type { Translations } from '../languages.ts'

/** The settings with the numbers of contract section 8. */
export type LimitSetting =
  | 'registerPerIpHour'
  | 'registerPerEmailHour'
  | 'recoverPerIpHour'
  | 'recoverPerEmailHour'
  | 'tokenPerIpMinute'
  | 'introspectPerIpMinute'

/** One limit. */
export interface Limit {
  readonly windowSeconds: number
  /** The part of the config that says how many requests. */
  readonly setting: LimitSetting
  /**
   * Which requests share a counter. `network`: those of the address, and for IPv6 also those of the wider networks around
   * it. `address`: only those of the address (for IPv6 the /64). These are the limits of programs' backends: their secrets
   * cannot be guessed, many of them may be in one /48 of a hosting company, and they send the most requests of all.
   */
  readonly per: 'network' | 'address' | 'email'
  /** Whether a process reserves a part of the limit and counts in memory. Otherwise each request is a write. */
  readonly reservesAhead: boolean
  /** How many times that many requests. Without it, as many. */
  readonly times?: number
}

/** A limit that a room lists. */
export interface ListedLimit extends Limit {
  /** What it counts, as operators read it. Whom it counts for, the name says. */
  readonly counts: Translations<string>
}

/** The name of a limit: it ends with what it counts for, which a supporter is told. */
export type LimitName = `${string}-per-${'ip' | 'email' | 'citizen'}`

/** The limits of a room, or of all rooms, by their names. */
export type Limits = Readonly<Record<LimitName, ListedLimit>>

/**
 * A wait, and what asks for it: a limit, or one of the waits that are no limits. `wrong-guesses`: after wrong passwords or codes. `mail-again`: the last mail may
 * still come. `new-programs`: many programs were connected within the hour.
 */
export interface Wait {
  readonly retryAfterSeconds: number
  readonly limit: LimitName | 'wrong-guesses' | 'mail-again' | 'new-programs'
}

const HOUR_SECONDS = 60 * 60
const MINUTE_SECONDS = 60

/** So many an hour, each counted in the database. */
export function perHour(setting: LimitSetting, per: 'network' | 'email'): Limit {
  return { windowSeconds: HOUR_SECONDS, setting, per, reservesAhead: false }
}

/** So many a minute, counted in memory as far as a process has reserved a part. */
export function perMinute(setting: LimitSetting, per: 'network' | 'address' = 'address'): Limit {
  return { windowSeconds: MINUTE_SECONDS, setting, per, reservesAhead: true }
}
