import { isIP } from 'node:net'
import { sha256 } from '../platform/secret.ts'
import { LIMITS, type LimitKind } from './limit-table.ts'

const GROUPS = 8
const NETWORK_GROUPS = 4
const MAPPED = /^0:0:0:0:0:ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** Whom a request is counted for; an e-mail address is its hash, so that no table lists citizens. */
export function countedKey(kind: LimitKind, who: string): string {
  return LIMITS[kind].per === 'email' ? sha256(who).toString('hex') : countedAddress(who)
}

/**
 * The address that a caller counts as: an IPv6 caller owns the whole /64, and IPv4 written as IPv6 (RFC 4291 section
 * 2.5.5.2) is IPv4. What is no address, such as `client:` and its id, counts as itself.
 */
export function countedAddress(who: string): string {
  if (!who.includes(':')) return who
  const address = who.replace(/%.*$/, '')
  if (isIP(address) !== 6) return who
  const groups = sixGroups(address)
  const [, high, low] = MAPPED.exec(groups.join(':')) ?? []
  if (high !== undefined && low !== undefined)
    return fourFrom(Number.parseInt(high, 16), Number.parseInt(low, 16))
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
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
