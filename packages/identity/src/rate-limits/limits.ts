import { isIP } from 'node:net'
import { sha256 } from '../platform/secret.ts'

/** What is counted. */
export type LimitKind =
  | 'register-per-ip'
  | 'register-per-email'
  | 'recover-per-ip'
  | 'recover-per-email'
  | 'browser-link-per-ip'
  | 'browser-link-per-email'
  | 'token-per-ip'
  | 'introspect-per-ip'

/** How many requests of each kind are answered in their window; the deployment's settings. */
export interface LimitSettings {
  readonly registerPerIpHour: number
  readonly registerPerEmailHour: number
  readonly recoverPerIpHour: number
  readonly recoverPerEmailHour: number
  readonly tokenPerIpMinute: number
  readonly introspectPerIpMinute: number
}

/** One limit. */
export interface Limit {
  readonly windowSeconds: number
  readonly setting: keyof LimitSettings
  /**
   * Whose requests are counted together. `network`: those of the address, and for IPv6 those of the wider networks around it,
   * too. `address`: those of the address (for IPv6 the /64) alone; these are the limits of programs' backends, which
   * authenticate with secrets that nobody guesses. Many of them may be in one /48 of a hosting company, and their requests
   * are the most frequent of all.
   */
  readonly per: 'network' | 'address' | 'email'
  /** Whether a process reserves some of the allowance ahead and counts them in memory; otherwise each request is a write. */
  readonly reservesAhead: boolean
}

const HOUR_SECONDS = 60 * 60
const MINUTE_SECONDS = 60

/** Every limit that there is (contract section 8). */
export const LIMITS: Readonly<Record<LimitKind, Limit>> = {
  'register-per-ip': perHour('registerPerIpHour', 'network'),
  'register-per-email': perHour('registerPerEmailHour', 'email'),
  'recover-per-ip': perHour('recoverPerIpHour', 'network'),
  'recover-per-email': perHour('recoverPerEmailHour', 'email'),
  // As recovery, but counted apart: who uses up the one does not take the other way in from the citizen.
  'browser-link-per-ip': perHour('recoverPerIpHour', 'network'),
  'browser-link-per-email': perHour('recoverPerEmailHour', 'email'),
  'token-per-ip': perMinute('tokenPerIpMinute'),
  'introspect-per-ip': perMinute('introspectPerIpMinute'),
}

function perHour(setting: keyof LimitSettings, per: Limit['per']): Limit {
  return { windowSeconds: HOUR_SECONDS, setting, per, reservesAhead: false }
}

function perMinute(setting: keyof LimitSettings): Limit {
  return { windowSeconds: MINUTE_SECONDS, setting, per: 'address', reservesAhead: true }
}

/** Whom a request is counted for. */
export interface CountedFor {
  readonly who: string
  /** How many times the allowance of one address is theirs. */
  readonly factor: number
}

const GROUPS = 8
const GROUP_BITS = 16
const MAPPED = /^0:0:0:0:0:ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * How the allowance grows with the width of an IPv6 network, from the narrowest on. A provider gives one line a /64, a /56
 * or a /48 (RFC 6177), so each of them may be one caller, and each may be many. Were a wide one allowed as much as it has
 * /64s, whoever has it would have no limit; were it allowed no more than one /64, a neighbour would use it up. With 3 and 8
 * one caller who has a whole /48 gets what eight homes get, and it takes at least three neighbours to use up a /48.
 */
const WIDTHS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 3 },
  { bits: 48, factor: 8 },
] as const

/** Whom a request is counted for, the narrowest first; an e-mail address is its hash, so that no table lists citizens. */
export function countedFor(kind: LimitKind, who: string): readonly CountedFor[] {
  const { per } = LIMITS[kind]
  if (per === 'email') return [{ who: sha256(who).toString('hex'), factor: 1 }]
  return per === 'address' ? countedNetworks(who).slice(0, 1) : countedNetworks(who)
}

/**
 * The networks that a caller is counted for, the narrowest first: an IPv6 caller owns the whole /64 and may own the /48
 * around it. IPv4 written as IPv6 (RFC 4291 section 2.5.5.2) is IPv4, and that is the address alone. What is no address,
 * such as `client:` and its id, counts as itself.
 */
export function countedNetworks(who: string): readonly CountedFor[] {
  const address = who.includes(':') ? who.replace(/%.*$/, '') : ''
  if (isIP(address) !== 6) return [{ who, factor: 1 }]
  const groups = sixGroups(address)
  const [, high, low] = MAPPED.exec(groups.join(':')) ?? []
  if (high !== undefined && low !== undefined)
    return [{ who: fourFrom(Number.parseInt(high, 16), Number.parseInt(low, 16)), factor: 1 }]
  return WIDTHS.map(({ bits, factor }) => ({ who: prefixOf(groups, bits), factor }))
}

/** The first bits of an address, at most 64; the rest of a group that is cut is zero. */
function prefixOf(groups: readonly string[], bits: number): string {
  const whole = groups.slice(0, Math.floor(bits / GROUP_BITS))
  const left = bits % GROUP_BITS
  const cut = Number.parseInt(groups[whole.length] ?? '0', 16) & (0xffff << (GROUP_BITS - left))
  return `${[...whole, ...(left === 0 ? [] : [(cut & 0xffff).toString(16)])].join(':')}::/${bits}`
}

/** The eight groups of an IPv6 address without leading zeros; the URL parser brings every spelling to one. */
function sixGroups(address: string): readonly string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}

function fourFrom(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
