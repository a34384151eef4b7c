/** The sixteen bytes of an address. An IPv4 address is IPv4-mapped (RFC 4291 section 2.5.5.2). */
export type Address = readonly number[]

/** A network: all addresses that begin with the same bits. */
export interface Network {
  readonly address: Address
  readonly bits: number
}

const IPV4_BITS = 96
const MAPPED: Address = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/** Reads an IPv4 or IPv6 address without its zone index. Null for anything else. */
export function readAddress(text: string): Address | null {
  return readIpv4(text) ?? readIpv6(text.replace(/%.*$/, ''))
}

function readIpv4(text: string): Address | null {
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(text)) return null
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte < 256) ? [...MAPPED, ...bytes] : null
}

/** The URL parser checks the address and writes it in its shortest form. */
function readIpv6(text: string): Address | null {
  if (!text.includes(':') || !URL.canParse(`http://[${text}]/`)) return null
  const [left = '', right] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [head, tail] = [groups(left), groups(right ?? '')]
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const values = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
  return values.flatMap((value) => [value >> 8, value & 0xff])
}

const HIGHEST_PORT = 65_535

/** No address is longer, with its quotes, brackets, port and zone. To look for brackets takes time by the square of the length. */
const MOST_HOP_CHARACTERS = 64

/** Reads an entry of `X-Forwarded-For`. Some proxies add quotes, brackets and a port (as in RFC 7239 section 6). */
export function readHop(text: string): Address | null {
  if (text.length > MOST_HOP_CHARACTERS) return null
  const unquoted = /^"([^"]*)"$/.exec(text)?.[1] ?? text
  const [, inside, port = '0'] =
    /^\[([^\]]*:[^\]]*)\](?::(\d{1,5}))?$/.exec(unquoted) ?? /^([\d.]+):(\d{1,5})$/.exec(unquoted) ?? []
  return Number(port) <= HIGHEST_PORT ? readAddress(inside ?? unquoted) : null
}

/** Reads an address or a CIDR range. Null for anything else. */
export function readNetwork(text: string): Network | null {
  const [start = '', prefix, ...rest] = text.split('/')
  const address = readAddress(start)
  if (!address || rest.length > 0) return null
  const before = isIpv4(address) && !start.includes(':') ? IPV4_BITS : 0
  if (prefix === undefined) return { address, bits: 128 }
  // A slash without a number must not mean /0, which contains every address.
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > 128 - before) return null
  return { address, bits: before + Number(prefix) }
}

/** Whether a network contains an address. */
export function contains({ address: start, bits }: Network, address: Address): boolean {
  return address.every((byte, index) => {
    const left = bits - index * 8
    if (left <= 0) return true
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff
    return (byte & mask) === ((start[index] ?? 0) & mask)
  })
}

const MAPPED_ANY: Address = [...MAPPED, 0, 0, 0, 0]

/** Loopback, link-local, and the ranges of RFC 1918, RFC 4193 and RFC 6598. */
const PRIVATE = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
].flatMap((range) => readNetwork(range) ?? [])

/** Whether an address is private: not reachable from the internet. */
export function isPrivateAddress(address: Address): boolean {
  return PRIVATE.some((network) => contains(network, address))
}

/** Networks of fewer bits belong to many owners: a /8 of IPv4, and a /16 of IPv6, is the most that one has. */
const FEWEST_BITS = { ipv4: IPV4_BITS + 8, ipv6: 16 } as const

/** Whether a network has the public addresses of many owners in it: nearly everybody would be a proxy of the program. */
export function isMostlyStrangers(network: Network): boolean {
  const { address, bits } = network
  if (bits >= IPV4_BITS && isIpv4(address)) return bits < FEWEST_BITS.ipv4
  const isPrivate = PRIVATE.some((known) => known.bits <= bits && contains(known, address))
  return !isPrivate && (bits < FEWEST_BITS.ipv6 || (bits < IPV4_BITS && contains(network, MAPPED_ANY)))
}

function isIpv4(address: Address): boolean {
  return MAPPED.every((byte, index) => byte === address[index])
}

/** The visitor that an address is counted for: an IPv4 address, or the /64 network of an IPv6 address. */
export function visitorOf(address: Address): string {
  if (isIpv4(address)) return address.slice(12).join('.')
  const pairs = [0, 2, 4, 6].map((at) => ((address[at] ?? 0) << 8) | (address[at + 1] ?? 0))
  return `${pairs.map((pair) => pair.toString(16)).join(':')}::/64`
}
