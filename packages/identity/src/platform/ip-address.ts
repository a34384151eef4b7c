import { isIP, SocketAddress } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/**
 * One spelling for each address, so that it has one counter: IPv4 in the form of IPv6 (RFC 4291 section 2.5.5.2) becomes
 * IPv4, and zone indices are removed. Every other text stays as it is.
 */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address
  const [unzoned = ''] = address.split('%')
  const spelling = new SocketAddress({ address: unzoned, family: 'ipv6' }).address
  return MAPPED.exec(spelling)?.[1] ?? spelling
}
