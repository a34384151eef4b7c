import { isIP } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** The network that an address is counted as: all of an IPv6 /64, because one caller owns it whole. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const first = groupsOf(before)
  const last = groupsOf(after ?? '')
  const between = Array<string>(GROUPS - first.length - last.length).fill('0')
  return `${[...first, ...between, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':')
}
