import {
  type Address,
  contains,
  isPrivateAddress,
  type Logger,
  type Network,
  readAddress,
  readHop,
  readNetwork,
  sha256Base64Url,
  visitorOf,
} from '../platform/index.ts'
import type { Peer } from '../program-sso.ts'
import type { ClientIp } from '../service.ts'

/** Finds the visitor of a request. Null if there is no address. */
export interface ClientAddress {
  of(request: Request, peer: Peer): Visitor | null
}

/** The visitor that throttles count: an IPv4 address or an IPv6 network of 64 bits. */
export interface Visitor {
  readonly name: string
  /** Whether the address is private. Then it may be a proxy that the program does not know. */
  readonly isPrivate: boolean
}

/** Makes it. Logs the first request without an address, because throttles per address skip such a request. */
export function createClientAddress(clientIp: ClientIp, log: Logger): ClientAddress {
  const read = readerOf(clientIp)
  let warned = false
  return {
    of(request, peer) {
      const address = read(request, peer) ?? readAddress(peer.ip ?? '')
      if (address) return { name: visitorOf(address), isPrivate: isPrivateAddress(address) }
      if (!warned) log.log('warn', 'client_ip_unknown', { effect: 'limits per address are skipped' })
      warned = true
      return null
    },
  }
}

/** The key of a throttle's row. Addresses are personal data, so only a hash is stored. */
export async function keyOfThrottle(name: string, subject: string): Promise<string> {
  return `${name}:${await sha256Base64Url(`${name}|${subject}`)}`
}

/** The prefixes of the keys for `begin/`: for private and for public addresses. */
export const BEGIN_KEYS = { private: 'begin-private', public: 'begin' } as const

type Read = (request: Request, peer: Peer) => Address | null

function readerOf(clientIp: ClientIp): Read {
  if (clientIp === 'socket') return () => null
  if (typeof clientIp === 'function') return (request) => readAddress(clientIp(request) ?? '')
  if ('trustedProxies' in clientIp) {
    const proxies = clientIp.trustedProxies.flatMap((range) => readNetwork(range) ?? [])
    return (request, { ip }) =>
      lastUntrusted(proxies, readAddress(ip ?? ''), hopsOf(request, 'x-forwarded-for'))
  }
  const { header, trustedHops } = clientIp
  return (request) => readHop(hopsOf(request, header).at(-trustedHops) ?? '')
}

function hopsOf({ headers }: Request, header: string): readonly string[] {
  return (headers.get(header) ?? '').split(',').map((hop) => hop.trim())
}

/**
 * The right-most address that is not a trusted proxy. If a hop is not an address, the result is the proxy that added
 * it, so that a visitor cannot avoid the throttles with an unreadable hop.
 */
function lastUntrusted(
  proxies: readonly Network[],
  peer: Address | null,
  hops: readonly string[],
): Address | null {
  let address = peer
  for (const hop of hops.toReversed()) {
    const reached = address
    if (!reached || !proxies.some((network) => contains(network, reached))) break
    address = readHop(hop) ?? address
    if (address === reached) break
  }
  return address
}
