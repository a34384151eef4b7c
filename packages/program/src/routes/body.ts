import type { ProgramErrorCode } from '../wire.ts'

/** Contract section 8. */
const MOST_BYTES = 8192

/** The fields of a JSON body, or the code that refuses it. */
export type Body =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: ProgramErrorCode; readonly hint: string }

/** Reads a JSON object of at most 8 KiB with no field but the named ones. */
export async function readBody(request: Request, names: readonly string[]): Promise<Body> {
  const text = await readText(request)
  if (text === null)
    return { ok: false, code: 'body_too_large', hint: `A body has at most ${MOST_BYTES} bytes.` }
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    return { ok: false, code: 'invalid_json', hint: 'Send Content-Type: application/json.' }
  }
  const value = parse(text)
  if (!isObject(value)) return { ok: false, code: 'invalid_json', hint: 'The body must be one JSON object.' }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return { ok: false, code: 'unknown_field', hint: `Known fields: ${names.join(', ')}.` }
  return { ok: true, fields: value }
}

/** The body as text; null as soon as it is too long, whatever its length header says. */
async function readText(request: Request): Promise<string | null> {
  if (!request.body) return ''
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
  return new TextDecoder().decode(bytes)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
