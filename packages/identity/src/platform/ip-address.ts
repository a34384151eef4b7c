import { BlockList, isIP, SocketAddress } from 'node:net'

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

/** Loopback, link-local, and the ranges of RFC 1918, RFC 4193 and RFC 6598. */
const PRIVATE = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const

const privateAddresses = new BlockList()
for (const [network, bits] of PRIVATE) privateAddresses.addSubnet(network, bits, familyOf(network))

/** Whether an address is private: nobody reaches it from the internet. */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) !== 0 && privateAddresses.check(address, familyOf(address))
}

/** Ranges of fewer bits belong to many owners: a /8 of IPv4, and a /16 of IPv6, is the most that one has. */
const FEWEST_BITS = { ipv4: 8, ipv6: 16 } as const

/** Whether a range has the public addresses of many owners in it, written as IPv4, IPv6, or IPv4 in the form of IPv6. */
export function isMostlyStrangers(network: string, bits: number): boolean {
  const plain = plainAddress(network)
  const inIpv4 = familyOf(network) === 'ipv6' && isIP(plain) === 4 ? bits - 96 : bits
  if (isIP(plain) === 4 && inIpv4 >= 0) return inIpv4 < FEWEST_BITS.ipv4
  const isPrivate = PRIVATE.some(
    ([start, least]) => start.includes(':') && bits >= least && isPrivateAddress(plain),
  )
  return !isPrivate && (bits < FEWEST_BITS.ipv6 || hasAllOfIpv4(network, bits))
}

function hasAllOfIpv4(network: string, bits: number): boolean {
  const range = new BlockList()
  range.addSubnet(network, bits, 'ipv6')
  return range.check('::ffff:0.0.0.0', 'ipv6') && range.check('::ffff:255.255.255.255', 'ipv6')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
