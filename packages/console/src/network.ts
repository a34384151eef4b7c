import { isIP } from 'node:net'

const GROUPS = 8
const OF_NETWORK = 3

/**
 * The network of an address: the /24 of IPv4, the /48 of IPv6, which a provider keeps for one place. A device moves within it and does not leave it while somebody
 * works. The text itself for what is no address.
 */
export function networkOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return address.split('.').slice(0, 3).join('.')
  return version === 6 ? groupsOf(address).slice(0, OF_NETWORK).join(':') : address
}

/** All groups of an IPv6 address, without zeros in front (RFC 5952 section 4.1) and with those that `::` stands for. */
function groupsOf(address: string): readonly string[] {
  const shortened = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = shortened.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  if (after === undefined) return split(before)
  const missing = GROUPS - split(before).length - split(after).length
  return [...split(before), ...Array.from({ length: missing }, () => '0'), ...split(after)]
}
