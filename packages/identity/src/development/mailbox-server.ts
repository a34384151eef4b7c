import type { IncomingMessage, ServerResponse } from 'node:http'
import { listMailbox, type StoredMail } from '../mail/index.ts'
import { assets, mailboxPage, mailHtmlPath, porticoStyle, wordsFor } from '../pages/index.ts'
import type { TimeZone } from '../platform/date-words.ts'
import { listen } from '../platform/http/listen.ts'
import { createServer } from '../platform/http/node-http.ts'
import { refusalOf } from './loopback-request.ts'

/** The server of the page that shows every mail. */
export interface MailboxServer {
  readonly url: string
  close(): Promise<void>
}

/** The folder of the mails, the name on the page, and the port. */
export interface MailboxConfig {
  readonly dataDir: string
  readonly serviceName: string
  readonly timeZone: TimeZone
  readonly host: string
  readonly port: number
}

const HOME = '/'

const HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${porticoStyle.source}; img-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
}

/** A mail has styles of its own. It runs no script, loads nothing, and only the mailbox may show it in a frame. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"

/**
 * Serves `/` (the page), `/messages/ID.html` (the HTML of a mail, for a frame of the page) and `/messages.json` (all mails, for
 * scripts), to this machine alone: the mails have links that set a password. Throws where the port is in use.
 */
export async function openMailboxServer(config: MailboxConfig): Promise<MailboxServer> {
  const server = createServer((request, response) => void answer(config, request, response))
  const { port, close } = await listen(server, config)
  return { url: `http://localhost:${port}/`, close }
}

async function answer(
  config: MailboxConfig,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request.headers)
  if (refusal !== undefined) return send(response, 403, 'text/plain', `${refusal}\n`)
  const [path] = (request.url ?? '/').split('?')
  const file = assets.find((asset) => asset.path === path)
  if (file) return send(response, 200, file.contentType, file.body)
  const mails = await listMailbox(config.dataDir).catch(() => [])
  const mail = mails.find(({ id }) => path === mailHtmlPath(HOME, id))
  if (mail) return sendMail(response, mail)
  if (path === '/messages.json') return send(response, 200, 'application/json', JSON.stringify(mails))
  if (path !== HOME) return send(response, 404, 'text/plain', 'The mails are at /\n')
  const { serviceName, timeZone } = config
  const frame = { serviceName, timeZone, ...wordsFor(request.headers['accept-language']) }
  send(response, 200, 'text/html; charset=utf-8', mailboxPage(frame, { mails, href: HOME }).toString())
}

/** The base lets a link leave the frame: the pages that it leads to refuse to be in one. */
function sendMail(response: ServerResponse, { html }: StoredMail): void {
  response.setHeader('content-security-policy', MAIL_POLICY)
  send(response, 200, 'text/html; charset=utf-8', html.replace('<head>', '<head><base target="_top">'))
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer | Uint8Array,
): void {
  response.writeHead(status, { ...HEADERS, ...response.getHeaders(), 'content-type': type }).end(body)
}
