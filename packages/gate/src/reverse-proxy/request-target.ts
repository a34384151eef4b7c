import type { IncomingMessage } from 'node:http'

/** Why a request is not passed on, whoever sent it. */
export type TargetFault = 'method' | 'target' | 'framing'

/** These make a tunnel or show the headers of the gate. */
const REFUSED_METHODS = ['CONNECT', 'TRACE', 'TRACK']

/**
 * What two parsers could read in two ways is refused (RFC 9112 sections 3.2 and 6.1): a target that is no path, an empty
 * or a second framing, a coding that is not `chunked`. Node's parser refuses most of it before.
 */
export function faultOfTarget({
  method = '',
  url = '',
  headers,
  httpVersion,
}: IncomingMessage): TargetFault | null {
  if (REFUSED_METHODS.includes(method)) return 'method'
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(url)) return 'target'
  const coding = headers['transfer-encoding']
  if (coding === undefined) return null
  const isClear = coding.trim().toLowerCase() === 'chunked' && headers['content-length'] === undefined
  return isClear && httpVersion === '1.1' ? null : 'framing'
}
