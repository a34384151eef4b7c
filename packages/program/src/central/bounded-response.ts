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
