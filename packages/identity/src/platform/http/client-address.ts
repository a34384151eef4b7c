import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isMostlyStrangers, plainAddress } from '../ip-address.ts'

/** The addresses of the proxies whose `X-Forwarded-For` counts. */
export interface TrustedProxies {
  readonly isEmpty: boolean
  /** Ranges wider than the proxies of any operator: whoever is in one chooses an address. */
  readonly tooWide: readonly string[]
  includes(address: string): boolean
}

/** Reads addresses and CIDR ranges. Throws a sentence about the first value that is neither. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  const list = new BlockList()
  const tooWide = ranges.filter((range) => addRange(list, range))
  return {
    isEmpty: ranges.length === 0,
    tooWide,
    includes: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

const PREFIX = /^\d{1,3}$/

/** Adds a range. Returns whether it is too wide. */
function addRange(list: BlockList, range: string): boolean {
  const [network = '', prefix, ...rest] = range.split('/')
  const version = isIP(network)
  const most = version === 6 ? 128 : 32
  const bits = prefix === undefined ? most : PREFIX.test(prefix) ? Number(prefix) : Number.NaN
  // A slash with nothing after it must not be read as /0, which would trust every address.
  if (version === 0 || rest.length > 0 || !(bits <= most))
    throw new Error(`${range} is not an address or CIDR range`)
  list.addSubnet(network, bits, version === 6 ? 'ipv6' : 'ipv4')
  return isMostlyStrangers(network, bits)
}

/** Who sent a request. */
export interface Caller {
  readonly address: string
  /** The header `traceparent` of a trusted proxy. That of anybody else does not count. */
  readonly traceparent: string | undefined
  /** Whether somebody who is no trusted proxy says whom the request is from. In public, that is a proxy nobody named. */
  readonly isPassedOnByStranger: boolean
}

/** Finds who sent a request, by its connection and by what a trusted proxy says. */
export function readCaller(peer: string, headers: IncomingHttpHeaders, trusted: TrustedProxies): Caller {
  const forwardedFor = joined(headers['x-forwarded-for'])
  const traceparent = joined(headers['traceparent'])
  const address = plainAddress(peer)
  const isProxy = (Boolean(forwardedFor) || traceparent !== undefined) && trusted.includes(address)
  return {
    address: isProxy ? originBehind(address, forwardedFor, trusted) : address,
    traceparent: isProxy ? traceparent : undefined,
    isPassedOnByStranger: Boolean(forwardedFor) && !isProxy,
  }
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

/**
 * The right-most address that is not a trusted proxy. At a hop that is no address, the result is the proxy that passed it
 * on. So every caller has an address.
 */
function originBehind(proxy: string, forwardedFor: string | undefined, trusted: TrustedProxies): string {
  let address = proxy
  for (const hop of forwardedFor?.split(',').reverse() ?? []) {
    const candidate = plainAddress(addressOfHop(hop.trim()))
    if (isIP(candidate) === 0) return address
    address = candidate
    if (!trusted.includes(address)) return address
  }
  return address
}

/** No address is longer, with its quotes, brackets, port and zone. */
const MOST_HOP_CHARACTERS = 64

const QUOTED = /^"([^"]*)"$/
const BRACKETED = /^\[([^\]]*:[^\]]*)\](?::(\d{1,5}))?$/
const IPV4_WITH_PORT = /^([\d.]+):(\d{1,5})$/
const HIGHEST_PORT = 65_535

/**
 * The address in a hop, without the quotes, brackets and port that some proxies write (RFC 7239 section 6). A hop in
 * another form is returned unchanged or empty, and is then no address.
 */
function addressOfHop(hop: string): string {
  // To look for brackets takes time by the square of the length.
  if (hop.length > MOST_HOP_CHARACTERS) return ''
  const unquoted = QUOTED.exec(hop)?.[1] ?? hop
  const [, address = unquoted, port = '0'] = BRACKETED.exec(unquoted) ?? IPV4_WITH_PORT.exec(unquoted) ?? []
  return Number(port) <= HIGHEST_PORT ? address : hop
}
