import { BlockList, isIP } from 'node:net'

/** The addresses of the own proxies. */
export interface TrustedAddresses {
  has(address: string | undefined): boolean
}

/** Makes it from addresses and CIDR ranges that were checked before. */
export function trustedAddresses(ranges: readonly string[]): TrustedAddresses {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return {
    has: (address) => address !== undefined && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}
