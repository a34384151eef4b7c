/** A complete HTTP/1.1 response. */
export class HttpResponse {
  readonly status: number
  /** Status line and headers. */
  readonly head: string
  readonly body: string
  /** From the last byte of the request; NaN where nobody measured. */
  milliseconds = Number.NaN

  constructor(head: string, body: string) {
    this.status = Number(head.slice(9, 12))
    this.head = head
    this.body = body
  }
  /** The headers by their lower-case names. */
  get headers(): Readonly<Record<string, string>> {
    const lines = this.head.trimEnd().split('\r\n').slice(1)
    return Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
    )
  }
  json<Value>(): Value {
    return JSON.parse(this.body) as Value
  }
  /** Whether head or body contain a text. */
  holds(text: string): boolean {
    return this.head.includes(text) || this.body.includes(text)
  }
}

const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i

/** Responses that end with their head. */
const BODILESS = /^HTTP\/1\.1 (?:204|3\d\d) /

/** Reads a response from the beginning. Nothing while it is incomplete. Throws where its end cannot be known. */
export function readResponse(
  received: Buffer,
): { readonly response: HttpResponse; readonly length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd + 4)
  const length = head.length + bodyLength(head)
  if (received.length < length) return undefined
  return { response: new HttpResponse(head, received.toString('utf8', head.length, length)), length }
}

function bodyLength(head: string): number {
  const length = LENGTH.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  if (BODILESS.test(head) && !/\r\ntransfer-encoding:/i.test(head)) return 0
  throw new Error(`A response has no Content-Length (chunked responses are not read): ${head.slice(0, 200)}`)
}

/** The statuses with their counts, in words. */
export function statusesOf(responses: readonly { readonly status: number }[]): string {
  const counts = Map.groupBy(responses, ({ status }) => status)
  return [...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ')
}

/** The bodies of the responses with status 200. */
export function givenIn<Value>(responses: readonly HttpResponse[]): readonly Value[] {
  return responses.filter(({ status }) => status === 200).map((response) => response.json<Value>())
}
