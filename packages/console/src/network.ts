import { isIP } from 'node:net'

/**
 * The network of an address: the /24 of IPv4, the /48 of IPv6, which a provider keeps for one place. A device moves within it and does not leave it while somebody
 * works. The text itself for what is no address.
 */
export function networkOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return address.split('.').slice(0, 3).join('.')
  if (version === 6)
    return new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(0, 3).join(':')
  return address
}
