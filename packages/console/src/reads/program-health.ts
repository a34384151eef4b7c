import {
  type ClientSecret,
  type EndingSecret,
  isLive,
  latestOf,
  plusSeconds,
  type UnixSeconds,
} from '@portico/identity/parts'

const DAY_SECONDS = 24 * 60 * 60

/** A program in use calls at least once a week. */
const SILENT_SECONDS = 7 * DAY_SECONDS

/** The events of a fault of the program: it sent what is used up, forged or over. */
const FAULT_EVENTS = [
  'code-burned',
  'code-replayed',
  'refresh-token-reused',
  'client-secret-refused',
] as const

/** What is known of a program. */
export interface KnownOfProgram {
  readonly disabledAt: UnixSeconds | null
  readonly liveSecrets: number
  readonly lastUsedAt: UnixSeconds | undefined
  /** Its secrets that need an act: they end soon, or have ended and are still sent. */
  readonly ending: readonly Pick<EndingSecret, 'expiresAt'>[]
  /** How many events of each name it had lately. */
  readonly counts: Readonly<Record<string, number>>
}

/** How many of all ways in failed by a fault of the program. */
export interface WaysIn {
  readonly refused: number
  readonly all: number
}

/** How a program is: the worst that is known of it. */
export type ProgramHealth =
  | { readonly state: 'disabled'; readonly at: UnixSeconds }
  | { readonly state: 'no-secret' }
  | { readonly state: 'ended-secret' }
  | { readonly state: 'secret-ends'; readonly days: number }
  | ({ readonly state: 'refused' } & WaysIn)
  | { readonly state: 'never-called' }
  | { readonly state: 'silent'; readonly days: number }
  | { readonly state: 'well' }

/** How many secrets of a program count, and when one was last used. */
export function useOf(
  secrets: readonly Pick<ClientSecret, 'expiresAt' | 'lastUsedAt'>[],
  now: UnixSeconds,
): Pick<KnownOfProgram, 'liveSecrets' | 'lastUsedAt'> {
  return {
    liveSecrets: secrets.filter((secret) => isLive(secret, now)).length,
    lastUsedAt: latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt)),
  }
}

/** How many of all ways in of a program failed lately. */
export function waysIn(counts: KnownOfProgram['counts']): WaysIn {
  const refused = FAULT_EVENTS.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  return { refused, all: refused + (counts['program-entered'] ?? 0) }
}

/** Judges what is known, the worst first. */
export function healthOf(known: KnownOfProgram, now: UnixSeconds): ProgramHealth {
  if (known.disabledAt !== null) return { state: 'disabled', at: known.disabledAt }
  const [ending] = known.ending
  if (ending && ending.expiresAt <= now) return { state: 'ended-secret' }
  if (known.liveSecrets === 0) return { state: 'no-secret' }
  if (ending) return { state: 'secret-ends', days: Math.ceil((ending.expiresAt - now) / DAY_SECONDS) }
  const ways = waysIn(known.counts)
  if (ways.refused > 0) return { state: 'refused', ...ways }
  return calls(known.lastUsedAt, now)
}

function calls(lastUsedAt: UnixSeconds | undefined, now: UnixSeconds): ProgramHealth {
  if (lastUsedAt === undefined) return { state: 'never-called' }
  if (lastUsedAt > plusSeconds(now, -SILENT_SECONDS)) return { state: 'well' }
  return { state: 'silent', days: Math.floor((now - lastUsedAt) / DAY_SECONDS) }
}
