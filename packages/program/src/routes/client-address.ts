import {
  type Address,
  contains,
  isMostlyStrangers,
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

/**
 * Makes it. Logs ranges of proxies that are nearly everybody, the first request without an address, because throttles per
 * address skip such a request, and the first one that a proxy passes on which nobody named.
 */
export function createClientAddress(
  { clientIp, isPublic }: { readonly clientIp: ClientIp; readonly isPublic: boolean },
  log: Logger,
): ClientAddress {
  const read = readerOf(clientIp)
  const isUnnamed = isPublic ? strangerIn(clientIp) : () => false
  let warned = false
  let told = false
  for (const range of tooWide(clientIp))
    log.log('warn', 'proxies_too_wide', { range, effect: 'everybody in it chooses an address' })
  return {
    of(request, peer) {
      if (!told && isUnnamed(request, peer)) {
        told = true
        log.log('warn', 'proxy_not_trusted', { effect: 'everybody behind the proxy shares its limits' })
      }
      const address = read(request, peer) ?? readAddress(peer.ip ?? '')
      if (address) return { name: visitorOf(address), isPrivate: isPrivateAddress(address) }
      if (!warned) log.log('warn', 'client_ip_unknown', { effect: 'limits per address are skipped' })
      warned = true
      return null
    },
  }
}

/** The ranges of trusted proxies that are nearly everybody. */
export function tooWide(clientIp: ClientIp): readonly string[] {
  return rangesOf(clientIp).filter((range) => {
    const network = readNetwork(range)
    return network !== null && isMostlyStrangers(network)
  })
}

function rangesOf(clientIp: ClientIp): readonly string[] {
  return typeof clientIp === 'object' && 'trustedProxies' in clientIp ? clientIp.trustedProxies : []
}

/** Whether a private address that is no proxy of the program says whom it asks for. Strangers with a public one may write anything. */
function strangerIn(clientIp: ClientIp): (request: Request, peer: Peer) => boolean {
  const hasReader = typeof clientIp === 'function' || (typeof clientIp === 'object' && 'header' in clientIp)
  if (hasReader) return () => false
  const proxies = rangesOf(clientIp).flatMap((range) => readNetwork(range) ?? [])
  return ({ headers }, { ip }) => {
    const peer = readAddress(ip ?? '')
    if (!peer || !headers.has('x-forwarded-for') || !isPrivateAddress(peer)) return false
    return !proxies.some((network) => contains(network, peer))
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
    const proxies = rangesOf(clientIp).flatMap((range) => readNetwork(range) ?? [])
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
