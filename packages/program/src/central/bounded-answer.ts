import { type Bytes, bytesToText, isJsonObject, joinedBytes } from '../platform/index.ts'

/** Answers of a token endpoint, a key set or a discovery document are far shorter. */
const MAX_BYTES = 262_144

/** The answer is longer than the limit. */
class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** An answer with its body read. */
export interface BoundedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Bytes
  /** The answer as a Response, for a library that reads the body itself. */
  response(): Response
}

/** Reads the body. Throws as soon as it is longer than the limit. */
export async function readAnswer(answer: Response): Promise<BoundedAnswer> {
  const bytes = await readBytes(answer)
  const { status, statusText, headers } = answer
  const response = () => (answer.body ? new Response(bytes, { status, statusText, headers }) : answer)
  return { status, headers, bytes, response }
}

async function readBytes(answer: Response): Promise<Bytes> {
  if (!answer.body) return new Uint8Array()
  const { headers } = answer
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  // A compressed body can be longer than announced.
  if (announced <= MAX_BYTES && !headers.has('content-encoding'))
    return new Uint8Array(await answer.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new AnswerTooLong(`an answer of more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return joinedBytes(chunks)
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/** The JSON object of an answer whose content type is JSON, or null. */
export function jsonObjectIn({ headers, bytes }: BoundedAnswer): Readonly<Record<string, unknown>> | null {
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return null
  try {
    const body: unknown = JSON.parse(bytesToText(bytes))
    return isJsonObject(body) ? body : null
  } catch {
    return null
  }
}
