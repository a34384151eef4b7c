import { isIP } from 'node:net'
import { plainAddress } from '../platform/ip-address.ts'
import type { Limit, LimitSetting } from '../platform/room/limit.ts'
import { sha256 } from '../platform/secret.ts'

/** The limits (contract section 8) of all rooms, by their names: each room declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it.
export interface RoomLimits {}

/** The kinds of requests that are counted. */
export type LimitKind = keyof RoomLimits

/** The most requests of each kind in their window: this part of the config. */
export type LimitConfig = Readonly<Record<LimitSetting, number>>

/** The most requests from one address, or for one email address, in a window. */
export function allowanceOf(config: LimitConfig, { setting, times = 1 }: Limit): number {
  return config[setting] * times
}

/** A counter key, and its share of the limit. */
export interface CountedFor {
  readonly who: string
  /** How many times the limit of one address this key has. */
  readonly factor: number
}

const GROUPS = 8
const GROUP_BITS = 16

/**
 * The factors of the limit for wider IPv6 networks, the narrowest first. A provider gives one line a /64, a /56 or a
 * /48 (RFC 6177), so each may be one caller or many. With one limit for each /64 in it, the owner of a wide network
 * would have no limit. With the limit of a single /64, a neighbour would use it up. With 3 and 8, a caller who owns a
 * whole /48 gets as much as eight homes, and at least three neighbours are needed to use up a /48.
 */
export const WIDTHS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 3 },
  { bits: 48, factor: 8 },
] as const

/** The keys that a request is counted for, the narrowest first. An email address is hashed: no table lists citizens. */
export function countedFor({ per }: Pick<Limit, 'per'>, who: string): readonly CountedFor[] {
  if (per === 'email') return [{ who: sha256(who).toString('hex'), factor: 1 }]
  return per === 'address' ? countedNetworks(who).slice(0, 1) : countedNetworks(who)
}

/** Whom a limit counts that a program has for itself. */
export function countedProgram(clientId: string): string {
  return `client:${clientId}`
}

/**
 * The networks that a caller is counted for, the narrowest first: an IPv6 caller owns the whole /64 and may own the /48
 * around it. An IPv4 caller counts by its address alone. Other texts, such as those of `countedProgram`, count as they are.
 */
export function countedNetworks(who: string): readonly CountedFor[] {
  const address = plainAddress(who)
  if (isIP(address) !== 6) return [{ who: address, factor: 1 }]
  const groups = groupsOf(address)
  return WIDTHS.map(({ bits, factor }) => ({ who: prefixOf(groups, bits), factor }))
}

/** The first bits of an address, at most 64. The remaining bits of the last group are zero. */
function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / GROUP_BITS))
  const spare = kept.length * GROUP_BITS - bits
  const whole = kept.with(-1, ((kept.at(-1) ?? 0) >> spare) << spare)
  return `${whole.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The groups of an IPv6 address in its plain spelling. */
function groupsOf(address: string): readonly number[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const left = Array<string>(GROUPS - before.length - after.length).fill('0')
  return [...before, ...left, ...after].map((group) => Number.parseInt(group, 16))
}
