import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Why the gate itself answers, and not the back end. None of them says anything about the citizen. */
export type GateProblem =
  | 'back_end_away'
  | 'back_end_slow'
  | 'other_host'
  | 'method_not_allowed'
  | 'unclear_request'

const PROBLEMS: Readonly<Record<GateProblem, { readonly status: number; readonly words: string }>> = {
  back_end_away: {
    status: 502,
    words:
      'This service is not available at the moment. You are still signed in: please try again in a minute.',
  },
  back_end_slow: {
    status: 504,
    words: 'This service took too long to answer. You are still signed in: please try again in a minute.',
  },
  other_host: { status: 421, words: 'This address belongs to another service.' },
  method_not_allowed: { status: 405, words: 'This method is not allowed.' },
  unclear_request: { status: 400, words: 'This request could be read in more than one way.' },
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

interface Written {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function write(problem: GateProblem, { headers }: IncomingMessage): Written {
  const { status, words } = PROBLEMS[problem]
  const isPage = /(^|,)\s*text\/html\s*(;|,|$)/i.test(headers.accept ?? '')
  const body = isPage ? pageOf(words) : `${JSON.stringify({ code: problem, detail: words })}\n`
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  const length = String(Buffer.byteLength(body))
  return { status, headers: { ...HEADERS, 'content-type': type, 'content-length': length }, body }
}

/** The words are ours and contain no sign that HTML reads. */
function pageOf(words: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not available</title><p>${words}</p></html>\n`
}

/** Answers a request, and closes the connection where the rest of it cannot be understood. */
export function answerProblem(
  problem: GateProblem,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, headers, body } = write(problem, request)
  const ending = problem === 'unclear_request' ? { connection: 'close' } : {}
  response.writeHead(status, { ...headers, ...ending }).end(body)
}

/** Answers a request to upgrade, and closes its connection. */
export function refuseSocket(problem: GateProblem, request: IncomingMessage, socket: Duplex): void {
  const { status, headers, body } = write(problem, request)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
