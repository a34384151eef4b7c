import {
  type Address,
  holds,
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

/** Finds whom a request is counted for. */
export interface ClientAddress {
  of(request: Request, peer: Peer): Visitor | null
}

/** Whom a request is counted for: an IPv4 address or an IPv6 network of 64 bits. */
export interface Visitor {
  readonly name: string
  /** Whether it is nobody's on the internet, and so perhaps a proxy of the program's own. */
  readonly isPrivate: boolean
}

/** Makes the finder; the first request without an address is logged, since its limits then count nobody. */
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

/** The row's key: addresses are people, and are not kept in clear. */
export async function keyOfThrottle(name: string, subject: string): Promise<string> {
  return `${name}:${await sha256Base64Url(`${name}|${subject}`)}`
}

/** What the keys of visitors who begin a sign-in start with, apart by whether their address is private. */
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
 * The right-most address that is not a trusted proxy. A hop that is no address ends the walk at the proxy that passed it
 * on, so that an unreadable hop never makes a visitor nobody.
 */
function lastUntrusted(
  proxies: readonly Network[],
  peer: Address | null,
  hops: readonly string[],
): Address | null {
  let address = peer
  for (const hop of hops.toReversed()) {
    const reached = address
    if (!reached || !proxies.some((network) => holds(network, reached))) break
    address = readHop(hop) ?? address
    if (address === reached) break
  }
  return address
}
