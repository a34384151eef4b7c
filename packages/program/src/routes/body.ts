import { bytesToText, type Clock, hasRepeatedMembers, isJsonObject, joinedBytes } from '../platform/index.ts'
import type { ProgramErrorCode } from '../wire.ts'
import { isJsonType } from './media-type.ts'
import type { RequestContext } from './request-context.ts'

/** Contract section 8. */
const MAX_BYTES = 8192

/** For the whole body, so that a client cannot keep the connection by sending one byte at a time. */
const MAX_MS = 10_000

/** The fields of a JSON body, or the code that refuses it. */
export type Body =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: ProgramErrorCode; readonly hint: string }

/** Reads a JSON object of at most 8 KiB, within ten seconds. Only the named fields are allowed. */
export async function readBody(
  { request, service }: RequestContext,
  names: readonly string[],
): Promise<Body> {
  const bytes = await readBytes(request, service.clock).catch((): typeof INCOMPLETE => INCOMPLETE)
  if (bytes === INCOMPLETE) return unreadable('The body is incomplete.')
  if (bytes === TOO_LARGE)
    return { ok: false, code: 'body_too_large', hint: `A body has at most ${MAX_BYTES} bytes.` }
  if (bytes === TOO_SLOW)
    return { ok: false, code: 'body_timeout', hint: `A body must arrive within ${MAX_MS / 1000} seconds.` }
  const coding = request.headers.get('content-encoding')
  if (coding !== null && !/^identity$/i.test(coding)) return unreadable('Send the body without compression.')
  if (!isJsonType(request.headers.get('content-type')))
    return unreadable('Send Content-Type: application/json.')
  const value = parse(bytes)
  if (!isJsonObject(value))
    return unreadable('The body must be one JSON object in UTF-8. Each field may appear once.')
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return { ok: false, code: 'unknown_field', hint: `Known fields: ${names.join(', ')}.` }
  return { ok: true, fields: value }
}

/** The client closed the connection. It is not an error of the program. */
const INCOMPLETE = 'incomplete' as const
const TOO_LARGE = 'too large' as const
const TOO_SLOW = 'too slow' as const

function unreadable(hint: string): Body {
  return { ok: false, code: 'invalid_json', hint }
}

/** Reads the body, unless it is too long or too slow. Does not trust Content-Length. */
async function readBytes(
  request: Request,
  clock: Clock,
): Promise<Uint8Array<ArrayBuffer> | typeof TOO_LARGE | typeof TOO_SLOW> {
  if (!request.body) return new Uint8Array()
  // The body is not read, so that the connection stays open for the response.
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return TOO_LARGE
  const reader = request.body.getReader()
  const over = new AbortController()
  const deadline = clock.sleep(MAX_MS, over.signal).then((): typeof TOO_SLOW => TOO_SLOW)
  try {
    return await readUntil(reader, deadline)
  } finally {
    over.abort()
    // Nothing waits for this: a stream that stalls may never confirm it.
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
    if (size > MAX_BYTES) return TOO_LARGE
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
