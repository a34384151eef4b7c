import { bytesToText, type Clock, hasRepeatedMembers, isJsonObject, joinedBytes } from '../platform/index.ts'
import type { ProgramErrorCode } from '../wire.ts'
import type { RequestContext } from './request-context.ts'

/** Contract section 8. */
const MOST_BYTES = 8192

/** For a body as a whole, however often a byte of it comes: an honest one is there in far less. */
const MOST_MS = 10_000

/** The fields of a JSON body, or the code that refuses it. */
export type Body =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: ProgramErrorCode; readonly hint: string }

/** Reads a JSON object of at most 8 KiB, within ten seconds, with no field but the named ones. */
export async function readBody(
  { request, service }: RequestContext,
  names: readonly string[],
): Promise<Body> {
  const bytes = await readBytes(request, service.clock).catch((): typeof BROKEN_OFF => BROKEN_OFF)
  if (bytes === BROKEN_OFF) return unreadable('The body broke off.')
  if (bytes === TOO_LARGE)
    return { ok: false, code: 'body_too_large', hint: `A body has at most ${MOST_BYTES} bytes.` }
  if (bytes === TOO_SLOW)
    return { ok: false, code: 'body_timeout', hint: `A body is there within ${MOST_MS / 1000} seconds.` }
  const coding = request.headers.get('content-encoding')
  if (coding !== null && !/^identity$/i.test(coding))
    return unreadable('Send the body as it is, not compressed.')
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type))
    return unreadable('Send Content-Type: application/json.')
  const value = parse(bytes)
  if (!isJsonObject(value)) return unreadable('The body must be one JSON object in UTF-8, each field once.')
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return { ok: false, code: 'unknown_field', hint: `Known fields: ${names.join(', ')}.` }
  return { ok: true, fields: value }
}

/** A visitor who goes away in the middle is no fault of ours. */
const BROKEN_OFF = 'broken off' as const
const TOO_LARGE = 'too large' as const
const TOO_SLOW = 'too slow' as const

function unreadable(hint: string): Body {
  return { ok: false, code: 'invalid_json', hint }
}

/** The body, unless it is too long, whatever its length header says, or too slow. */
async function readBytes(
  request: Request,
  clock: Clock,
): Promise<Uint8Array<ArrayBuffer> | typeof TOO_LARGE | typeof TOO_SLOW> {
  if (!request.body) return new Uint8Array()
  // Refused unread, so that the connection lives to carry the answer.
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return TOO_LARGE
  const reader = request.body.getReader()
  const over = new AbortController()
  const deadline = clock.sleep(MOST_MS, over.signal).then((): typeof TOO_SLOW => TOO_SLOW)
  try {
    return await readUntil(reader, deadline)
  } finally {
    over.abort()
    // Not waited for: a stream that stalls may never say that it is let go.
    reader.cancel().catch(() => undefined)
  }
}

async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  deadline: Promise<typeof TOO_SLOW>,
): Promise<Uint8Array<ArrayBuffer> | typeof TOO_LARGE | typeof TOO_SLOW> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const step = await Promise.race([reader.read(), deadline])
    if (step === TOO_SLOW) return TOO_SLOW
    if (step.done) return joinedBytes(chunks)
    size += step.value.byteLength
    if (size > MOST_BYTES) return TOO_LARGE
    chunks.push(step.value)
  }
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
