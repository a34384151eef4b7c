import { BlockList, isIP } from 'node:net'

/** The addresses of proxies whose `X-Forwarded-For` is believed. */
export interface TrustedProxies {
  includes(address: string): boolean
}

/** Reads addresses and CIDR ranges; throws a sentence about the first that is neither. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const range of ranges) addRange(list, range)
  return {
    includes: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

function addRange(list: BlockList, range: string): void {
  const [network = '', prefix] = range.split('/')
  const version = isIP(network)
  if (version === 0) throw new Error(`${range} is not an address or CIDR range`)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const bits = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix)
  if (!Number.isInteger(bits) || bits < 0 || bits > (version === 6 ? 128 : 32)) {
    throw new Error(`${range} is not an address or CIDR range`)
  }
  list.addSubnet(network, bits, family)
}

/**
 * Who is asking: the right-most address that is not a trusted proxy. A hop that is no address ends the walk at the
 * proxy that passed it on, so that nonsense never makes a caller nobody.
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
    const candidate = plainAddress(hop.trim())
    if (isIP(candidate) === 0) return address
    address = candidate
    if (!trusted.includes(address)) return address
  }
  return address
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address in one spelling: IPv4-mapped IPv6 is IPv4, and zone indices are left out. */
function plainAddress(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  const zone = address.indexOf('%')
  return zone < 0 ? address : address.slice(0, zone)
}
