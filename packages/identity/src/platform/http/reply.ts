import type { ConstantPart } from '../constant-part.ts'
import type { PageDocument } from '../html.ts'
import type { RefusedPage } from '../refused-page.ts'

/** An answer as a value. The server adds the headers of every answer. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string | Buffer
  /** The body where it may be long: in parts, made while they are sent. Then `body` is empty. */
  readonly parts?: AsyncIterable<string>
  /** A part of `body` that is in many answers. It is sent compressed to who takes gzip. */
  readonly constant?: ConstantPart
  /** Why it refuses the request. No caller reads it. */
  readonly refusal?: LoggedRefusal
}

/** Why a request is refused, and the program that it names, whether there is one or not. */
export interface LoggedRefusal {
  readonly reason: string
  readonly clientId?: string | undefined
  /** The page of the documentation about the answer. */
  readonly page?: string | undefined
  /** Only where a person reads the number of the request on a page. */
  readonly withNumber?: Pick<RefusedPage, 'retryAfterSeconds' | 'clientId'> | undefined
}

/** Why a page refuses: a word of the code, never anything that was typed. */
export interface PageRefusal extends Pick<LoggedRefusal, 'clientId'> {
  readonly reason: string
  readonly retryAfterSeconds?: number | undefined
  /** A program that was found by its id, and never an id that a request has alone. */
  readonly registeredClientId?: string | undefined
}

/**
 * Adds the headers that every answer has, whoever writes it. `https`: whether browsers reach the service by https; they
 * are then told to use only https (RFC 6797). It sets them one by one, because copying an object would cost more.
 */
export function addHeadersOfEveryAnswer(headers: Record<string, string | string[]>, https: boolean): void {
  headers['x-content-type-options'] = 'nosniff'
  headers['referrer-policy'] = 'no-referrer'
  if (https) headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
}

/** Extra headers and cookies of an answer. */
export interface ReplyExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/**
 * Where the forms of a page may lead. Chromium applies `form-action` to every redirect after a form. A sign-in ends at
 * addresses that only the program knows (its callback, then its app), so pages of a sign-in say `anywhere`.
 */
export interface PageExtras extends ReplyExtras {
  readonly formTargets?: 'self' | 'anywhere'
  /** The address of the only script that the page may run (CSP level 3 section 2.3.1: a source with a path). */
  readonly script?: string | undefined
}

/** A JSON answer. Caches do not store it unless a header allows that. */
export function json(status: number, value: unknown, extras: ReplyExtras = {}): Reply {
  return reply(status, 'application/json; charset=utf-8', JSON.stringify(value), extras)
}

/** A plain text answer. */
export function text(status: number, words: string, extras: ReplyExtras = {}): Reply {
  return reply(status, 'text/plain; charset=utf-8', words, extras)
}

/** An answer without a body. */
export function empty(status: number, extras: ReplyExtras = {}): Reply {
  return {
    status,
    headers: { 'cache-control': 'no-store', ...extras.headers },
    cookies: extras.cookies ?? [],
    body: '',
  }
}

/** Redirects the browser: 302 after a GET, 303 after a POST, 308 where only the spelling of the path was wrong. */
export function redirect(status: 302 | 303 | 308, location: string, extras: ReplyExtras = {}): Reply {
  return empty(status, { ...extras, headers: { location, ...extras.headers } })
}

/** The same answer, and why it refuses, for the log. */
export function refusing(reply: Reply, reason: string, clientId?: string, page?: string): Reply {
  return { ...reply, refusal: { reason, clientId, page } }
}

/** A hosted page that does what was asked. */
export function page(document: PageDocument, extras: PageExtras = {}): Reply {
  return pageWith(200, document, extras)
}

/** A hosted page that refuses what was asked. None is without its reason: whoever reads its number may call. */
export function refusingPage(
  status: number,
  document: PageDocument,
  refusal: PageRefusal,
  extras: PageExtras = {},
): Reply {
  const { reason, clientId, retryAfterSeconds = null, registeredClientId = null } = refusal
  const withNumber = document.showsNumber ? { retryAfterSeconds, clientId: registeredClientId } : undefined
  return { ...pageWith(status, document, extras), refusal: { reason, clientId, withNumber } }
}

/** The same answer, for a reason that is more exact. */
export function because(reply: Reply, reason: string): Reply {
  return { ...reply, refusal: { ...reply.refusal, reason } }
}

/** A page of another server, whose refusals nobody looks up: with the content security policy of every page. */
export function pageWith(status: number, document: PageDocument, extras: PageExtras = {}): Reply {
  const { source, part } = document.style
  const headers = {
    'content-security-policy': contentSecurityPolicy(source, extras),
    'x-frame-options': 'DENY',
    vary: 'Accept-Encoding',
    ...extras.headers,
  }
  const answer = reply(status, 'text/html; charset=utf-8', document.toString(), { ...extras, headers })
  return { ...answer, constant: part }
}

/** A file that caches may keep, because its address changes with its content. */
export function asset(type: string, body: Buffer, headers: Reply['headers'] = {}): Reply {
  return reply(200, type, body, {
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      // A picture that is opened by itself may run nothing and load nothing.
      'content-security-policy': "default-src 'none'; sandbox",
      ...headers,
    },
  })
}

function reply(status: number, type: string, body: string | Buffer, extras: ReplyExtras): Reply {
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...extras.headers },
    cookies: extras.cookies ?? [],
    body,
  }
}

function contentSecurityPolicy(style: string, { formTargets = 'self', script }: PageExtras): string {
  const forms = formTargets === 'self' ? "form-action 'self'; " : ''
  const scripts = script === undefined ? '' : `script-src ${script}; `
  return `default-src 'none'; style-src ${style}; img-src 'self'; ${scripts}${forms}base-uri 'none'; frame-ancestors 'none'`
}

/** More than any browser sends. */
const READ_CHARACTERS = 500

/** Whether the browser takes gzip: by its name, or else by `*`, with a weight above 0 (RFC 9110 section 12.5.3). */
export function takesGzip(acceptEncoding = ''): boolean {
  const weights = new Map(acceptEncoding.slice(0, READ_CHARACTERS).toLowerCase().split(',').map(weightOf))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function weightOf(choice: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = choice.split(';').map((part) => part.trim())
  const weight = parameters.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1'
  return [coding, Number(weight)]
}
