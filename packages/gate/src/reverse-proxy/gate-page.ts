import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { htmlTag, type VisitorLanguage, visitorLanguage } from '@portico/program'
import { type GateProblem, WORDS } from './gate-words.ts'

const STATUS: Readonly<Record<GateProblem, number>> = {
  back_end_away: 502,
  back_end_slow: 504,
  other_host: 421,
  method_not_allowed: 405,
  unclear_request: 400,
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

function write(problem: GateProblem, request: IncomingMessage): Written {
  const { headers, method } = request
  const status = STATUS[problem]
  const isPage = /(^|,)\s*text\/html\s*(;|,|$)/i.test(headers.accept ?? '')
  const detail = WORDS.en.problems[problem]
  const body = isPage
    ? pageOf(problem, visitorLanguage(headers['accept-language']), method === 'GET')
    : `${JSON.stringify({ code: problem, detail })}\n`
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  const length = String(Buffer.byteLength(body))
  const own = {
    'content-type': type,
    'content-length': length,
    ...(isPage ? { vary: 'accept-language' } : {}),
  }
  return { status, headers: { ...HEADERS, ...own }, body }
}

/** The words are ours and contain no sign that HTML reads. The empty address is that of the page itself. */
function pageOf(problem: GateProblem, language: VisitorLanguage, canReload: boolean): string {
  const { title, problems, again, home } = WORDS[language]
  const leads = canReload && problem.startsWith('back_end_') ? ['', again] : ['/', home]
  const link = problem === 'other_host' ? '' : `<p><a href="${leads[0]}">${leads[1]}</a></p>`
  return `<!doctype html>${htmlTag(language)}<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<p>${problems[problem]}</p>${link}</html>\n`
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
