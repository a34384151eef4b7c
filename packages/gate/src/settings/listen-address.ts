import { isIP } from 'node:net'
import type { SettingRule } from './setting-reader.ts'

/** Where a server listens. Port 0 leaves the choice to the system. */
export interface Place {
  readonly host: string
  readonly port: number
}

const HIGHEST_PORT = 65_535

/** An address and a port, such as `127.0.0.1:4180` or `[::1]:4180`. */
export function listenAddress<Fallback extends Place | null>(
  fallback: Fallback,
  example: string,
): SettingRule<Place | Fallback> {
  return { fallback, parse: readPlace, expected: 'must be an address and a port', example }
}

function readPlace(text: string): Place | undefined {
  const found = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)
  if (!found) return undefined
  const [, inBrackets, host = '', port] = found
  if (Number(port) > HIGHEST_PORT || !isKnown(inBrackets, host)) return undefined
  return { host: inBrackets ?? host, port: Number(port) }
}

/** An address, or `localhost`. An IPv6 address stands in brackets. */
function isKnown(inBrackets: string | undefined, host: string): boolean {
  return inBrackets === undefined ? isIP(host) === 4 || host === 'localhost' : isIP(inBrackets) === 6
}
