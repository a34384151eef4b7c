import { bytesToText, hasRepeatedMembers } from '../platform/index.ts'
import type { ProgramErrorCode } from '../wire.ts'

/** Contract section 8. */
const MOST_BYTES = 8192

/** The fields of a JSON body, or the code that refuses it. */
export type Body =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: ProgramErrorCode; readonly hint: string }

/** Reads a JSON object of at most 8 KiB with no field but the named ones. */
export async function readBody(request: Request, names: readonly string[]): Promise<Body> {
  const bytes = await readBytes(request).catch((): typeof BROKEN_OFF => BROKEN_OFF)
  if (bytes === BROKEN_OFF) return unreadable('The body broke off.')
  if (bytes === null)
    return { ok: false, code: 'body_too_large', hint: `A body has at most ${MOST_BYTES} bytes.` }
  const coding = request.headers.get('content-encoding')
  if (coding !== null && !/^identity$/i.test(coding))
    return unreadable('Send the body as it is, not compressed.')
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type))
    return unreadable('Send Content-Type: application/json.')
  const value = parse(bytes)
  if (!isObject(value)) return unreadable('The body must be one JSON object in UTF-8, each field once.')
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return { ok: false, code: 'unknown_field', hint: `Known fields: ${names.join(', ')}.` }
  return { ok: true, fields: value }
}

/** A visitor who goes away in the middle is no fault of ours. */
const BROKEN_OFF = 'broken off' as const

function unreadable(hint: string): Body {
  return { ok: false, code: 'invalid_json', hint }
}

/** The body; null as soon as it is too long, whatever its length header says. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return new Uint8Array()
  // Refused unread, so that the connection lives to carry the answer.
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > MOST_BYTES) return null
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  chunks.reduce((at, chunk) => {
    bytes.set(chunk, at)
    return at + chunk.byteLength
  }, 0)
  return bytes
}

function parse(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    const text = bytesToText(bytes)
    const value: unknown = JSON.parse(text)
    return hasRepeatedMembers(text) ? null : value
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
