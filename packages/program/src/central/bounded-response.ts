import { type Bytes, bytesToText, isJsonObject, joinedBytes } from '../platform/index.ts'

/** A token response, a key set or a discovery document is far shorter. */
const MAX_BYTES = 262_144

class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong'
}

/** A response of the identity service whose body was read. */
export interface BoundedResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Bytes
  /** The same as a Response, for a library that reads the body itself. */
  asResponse(): Response
}

/** Reads the body. Throws as soon as it is longer than the limit. */
export async function readResponse(response: Response): Promise<BoundedResponse> {
  const bytes = await readBytes(response)
  const { status, statusText, headers } = response
  const asResponse = () => (response.body ? new Response(bytes, { status, statusText, headers }) : response)
  return { status, headers, bytes, asResponse }
}

async function readBytes(response: Response): Promise<Bytes> {
  if (!response.body) return new Uint8Array()
  const { headers } = response
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  // Content-Length of a compressed body is its length before decompression.
  if (announced <= MAX_BYTES && !headers.has('content-encoding'))
    return new Uint8Array(await response.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new ResponseTooLong(`a response of more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return joinedBytes(chunks)
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/** The JSON object in a response whose content type is JSON, or null. */
export function jsonObjectIn({ headers, bytes }: BoundedResponse): Readonly<Record<string, unknown>> | null {
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return null
  try {
    const body: unknown = JSON.parse(bytesToText(bytes))
    return isJsonObject(body) ? body : null
  } catch {
    return null
  }
}

/** How a request to the identity service ended. */
export type Outcome =
  | 'no answer'
  | '200 that can be read'
  | '200 that cannot be read'
  | '429'
  | '400'
  | 'another 4xx'
  | 'another status'

/**
 * What an outcome means for the breaker of the endpoint. Any visitor can bring an invented code to the callback, and
 * so cause a 4xx. So a 4xx must mean `answered`, as a 200 does.
 */
export const ENDPOINT_SIGNAL: Readonly<Record<Outcome, 'answered' | 'asks us to wait' | 'did not answer'>> = {
  'no answer': 'did not answer',
  '200 that can be read': 'answered',
  '200 that cannot be read': 'did not answer',
  '429': 'asks us to wait',
  '400': 'answered',
  'another 4xx': 'answered',
  'another status': 'did not answer',
}

/** No response arrived. The message says why. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Classifies a response. `json`: whether a 200 must contain a JSON object. */
export function outcomeOf(received: BoundedResponse | NotReached, json: boolean): Outcome {
  if (received instanceof NotReached) return 'no answer'
  const { status } = received
  if (status === 429 || status === 400) return `${status}`
  if (status > 400 && status < 500) return 'another 4xx'
  if (status !== 200) return 'another status'
  // A proxy can send a page with status 200. It must not end a session.
  return !json || jsonObjectIn(received) ? '200 that can be read' : '200 that cannot be read'
}
