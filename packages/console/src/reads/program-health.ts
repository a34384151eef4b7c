import { type ClientSecret, isLive, latestOf, plusSeconds, type UnixSeconds } from '@portico/identity/parts'

const DAY_SECONDS = 24 * 60 * 60

/** A program in use calls at least once a week. */
const SILENT_SECONDS = 7 * DAY_SECONDS

/** What was sent twice: the program has a fault, or somebody has a copy of it. */
const TWICE_EVENTS = ['code-replayed', 'refresh-token-reused'] as const

/** The events of a fault of the program: it sent what is used up, forged or over. Each one is written. Of the uses of an ended or a wrong secret an hour has few events, so they are no number. */
const FAULT_EVENTS = ['code-burned', ...TWICE_EVENTS] as const

/** What is known of a program. */
export interface KnownOfProgram {
  readonly disabledAt: UnixSeconds | null
  readonly liveSecrets: number
  readonly lastUsedAt: UnixSeconds | undefined
  /** Somebody came in its name with a secret that it does not have, and nobody with a right one since. */
  readonly isSecretWrong: boolean
  /** Its secrets that need an act: they end soon, or have ended and are still sent. */
  readonly ending: readonly { readonly expiresAt: UnixSeconds }[]
  /** How many events of each name it had lately. */
  readonly counts: Readonly<Record<string, number>>
}

/** How many of all ways in failed by a fault of the program. */
export interface WaysIn {
  readonly refused: number
  readonly all: number
}

/** What is known of a program. */
export type ProgramHealth =
  | { readonly state: 'disabled'; readonly at: UnixSeconds }
  | { readonly state: 'no-secret' }
  | { readonly state: 'ended-secret' }
  | { readonly state: 'secret-ends'; readonly days: number }
  | { readonly state: 'wrong-secret' }
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
  const refused = sumOf(counts, FAULT_EVENTS)
  return { refused, all: refused + sumOf(counts, ['program-entered']) }
}

const sumOf = (counts: KnownOfProgram['counts'], names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)

/** All that is known, the worst first. A disabled program has nothing else, and what is well or silent has no fault. */
export type Healths = readonly [ProgramHealth, ...ProgramHealth[]]

/**
 * Judges what is known. What was sent twice is worse than a secret that ends in days, and that is worse than a wrong one, which anybody may have sent,
 * and any other fault.
 */
export function healthOf(known: KnownOfProgram, now: UnixSeconds): Healths {
  if (known.disabledAt !== null) return [{ state: 'disabled', at: known.disabledAt }]
  const [stop, end, wrong] = [stopOf(known, now), endOf(known, now), wrongOf(known)]
  const refused = faultsOf(known)
  const cameTwice = sumOf(known.counts, TWICE_EVENTS) > 0
  const faults = cameTwice ? [stop, refused, end, wrong] : [stop, end, wrong, refused]
  const [worst, ...more] = faults.filter((one) => one !== undefined)
  return worst ? [worst, ...more] : [calls(known, now)]
}

function stopOf({ ending, liveSecrets }: KnownOfProgram, now: UnixSeconds): ProgramHealth | undefined {
  if (ending.some(({ expiresAt }) => expiresAt <= now)) return { state: 'ended-secret' }
  return liveSecrets === 0 ? { state: 'no-secret' } : undefined
}

function endOf({ ending }: KnownOfProgram, now: UnixSeconds): ProgramHealth | undefined {
  const next = ending.find(({ expiresAt }) => expiresAt > now)
  return next && { state: 'secret-ends', days: Math.ceil((next.expiresAt - now) / DAY_SECONDS) }
}

/** Where no secret counts, every one is wrong. */
function wrongOf({ isSecretWrong, liveSecrets }: KnownOfProgram): ProgramHealth | undefined {
  return isSecretWrong && liveSecrets > 0 ? { state: 'wrong-secret' } : undefined
}

function faultsOf({ counts }: KnownOfProgram): ProgramHealth | undefined {
  const ways = waysIn(counts)
  return ways.refused > 0 ? { state: 'refused', ...ways } : undefined
}

/** A secret that was deleted took with it when it was used. */
function calls({ lastUsedAt, counts }: KnownOfProgram, now: UnixSeconds): ProgramHealth {
  if (lastUsedAt === undefined) return { state: waysIn(counts).all > 0 ? 'well' : 'never-called' }
  if (lastUsedAt > plusSeconds(now, -SILENT_SECONDS)) return { state: 'well' }
  return { state: 'silent', days: Math.floor((now - lastUsedAt) / DAY_SECONDS) }
}
