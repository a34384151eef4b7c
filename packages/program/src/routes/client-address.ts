import { type Logger, sha256Base64Url } from '../platform/index.ts'
import type { Peer } from '../program-sso.ts'
import type { ClientIp } from '../service.ts'

/** Finds whom a request is counted for. */
export interface ClientAddress {
  /** An IPv4 address, an IPv6 network of 64 bits, or null where nothing is known. */
  of(request: Request, peer: Peer): string | null
}

/** Makes the finder; the first request without an address is logged, since its limits then count nobody. */
export function createClientAddress(clientIp: ClientIp, log: Logger): ClientAddress {
  let warned = false
  return {
    of(request, peer) {
      const address = canonical(read(clientIp, request, peer)) ?? canonical(peer.ip ?? null)
      if (address === null && !warned)
        log.log('warn', 'client_ip_unknown', { effect: 'limits per address are skipped' })
      warned ||= address === null
      return address
    },
  }
}

/** The row's key: addresses are people, and are not kept in clear. */
export async function keyOfThrottle(name: string, subject: string): Promise<string> {
  return `${name}:${await sha256Base64Url(`${name}|${subject}`)}`
}

function read(clientIp: ClientIp, request: Request, peer: Peer): string | null {
  if (clientIp === 'socket') return peer.ip ?? null
  if (typeof clientIp === 'function') return clientIp(request)
  const hops = (request.headers.get(clientIp.header) ?? '').split(',').map((hop) => hop.trim())
  return hops.at(-clientIp.trustedHops) ?? null
}

/** One spelling per address; an IPv6 neighbour is the same visitor. */
function canonical(address: string | null): string | null {
  if (address === null) return null
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(plain))
    return plain.split('.').every((part) => Number(part) < 256) ? plain : null
  return plain.includes(':') && URL.canParse(`http://[${plain}]/`) ? networkOf(plain) : null
}

/** The first 64 bits, from the shortened spelling that a URL gives. */
function networkOf(address: string): string {
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const head = left.split(':').filter((group) => group !== '')
  const tail = (right ?? '').split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
