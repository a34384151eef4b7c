/** One HTTP/1.1 answer. */
export interface Answer {
  readonly status: number
  /** Head and body together. */
  readonly text: string
}

/** An answer at the beginning of what came, and how long it is. */
export interface ReadAnswer {
  readonly answer: Answer
  readonly length: number
}

const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i
const BODILESS = new Set([204, 304])

/** Reads an answer off the front; nothing while it is not whole. Throws where its end cannot be known. */
export function readAnswer(received: string): ReadAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.slice(0, headEnd + 4)
  const status = Number(head.slice(9, 12))
  const length = head.length + bodyLength(head, status)
  if (received.length < length) return undefined
  return { answer: { status, text: received.slice(0, length) }, length }
}

function bodyLength(head: string, status: number): number {
  const length = LENGTH.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  if (BODILESS.has(status)) return 0
  throw new Error(`An answer has no Content-Length: ${head.slice(0, 200)}`)
}
