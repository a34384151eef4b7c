import { BlockList, isIP } from 'node:net'
import { plainAddress } from '../ip-address.ts'

/** The addresses of the proxies whose `X-Forwarded-For` counts. */
export interface TrustedProxies {
  includes(address: string): boolean
}

/** Reads addresses and CIDR ranges. Throws a sentence about the first value that is neither. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const range of ranges) addRange(list, range)
  return {
    includes: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

const PREFIX = /^\d{1,3}$/

function addRange(list: BlockList, range: string): void {
  const [network = '', prefix, ...rest] = range.split('/')
  const version = isIP(network)
  const most = version === 6 ? 128 : 32
  const bits = prefix === undefined ? most : PREFIX.test(prefix) ? Number(prefix) : Number.NaN
  // A slash with nothing after it must not be read as /0, which would trust every address.
  if (version === 0 || rest.length > 0 || !(bits <= most))
    throw new Error(`${range} is not an address or CIDR range`)
  list.addSubnet(network, bits, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The caller's address: the right-most one that is not a trusted proxy. At a hop that is no address, the result is the
 * proxy that passed it on. So every caller has an address.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = plainAddress(peer)
  if (!forwardedFor || !trusted.includes(address)) return address
  const hops = forwardedFor.split(',').reverse()
  for (const hop of hops) {
    const candidate = plainAddress(addressOfHop(hop.trim()))
    if (isIP(candidate) === 0) return address
    address = candidate
    if (!trusted.includes(address)) return address
  }
  return address
}

/** No address is longer, with its quotes, brackets, port and zone. */
const MOST_HOP_CHARACTERS = 64

const QUOTED = /^"([^"]*)"$/
const BRACKETED = /^\[([^\]]*:[^\]]*)\](?::(\d{1,5}))?$/
const IPV4_WITH_PORT = /^([\d.]+):(\d{1,5})$/
const HIGHEST_PORT = 65_535

/**
 * The address in a hop, without the quotes, brackets and port that some proxies write (RFC 7239 section 6). A hop in
 * another form is returned unchanged or empty, and is then no address.
 */
function addressOfHop(hop: string): string {
  // To look for brackets takes time by the square of the length.
  if (hop.length > MOST_HOP_CHARACTERS) return ''
  const unquoted = QUOTED.exec(hop)?.[1] ?? hop
  const [, address = unquoted, port = '0'] = BRACKETED.exec(unquoted) ?? IPV4_WITH_PORT.exec(unquoted) ?? []
  return Number(port) <= HIGHEST_PORT ? address : hop
}
