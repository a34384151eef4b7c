import { STATUS_CODES } from 'node:http'
import { curlLine } from './curl-line.ts'
import { type ApiDocument, endpointsOf } from './document.ts'
import type { Exchange } from './exchanges.ts'

/** A request and its answer, as the page for developers shows them. */
export interface Example {
  readonly curl: string
  readonly answer: string
}

/** The examples of each operation, in the order of its statuses. */
export type Examples = Readonly<Record<string, readonly Example[]>>

/** What a service and its test have made up, with the words that stand for it in examples. */
export type StandIns = readonly (readonly [made: string, shown: string])[]

/** Where the service of the examples is. The page shows the address of its own service. */
export const EXAMPLE_BASE_URL = 'https://id.example.org'

/** Headers that say something about an operation. */
const TOLD = [
  ...['content-type', 'location', 'cache-control', 'etag', 'retry-after', 'www-authenticate'],
  'x-request-id',
]

/** Stands for a value that is long and random. */
const LEFT_OUT = '…'

/** Identifiers that every service makes anew, by the name of their field. */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  sub: '5f0c7a52-1d3e-4b69-9a44-2f6f8f1f0c11',
  sid: '8c1e9f04-7b2a-4d55-8e3c-61d0a94b7e20',
}

/** What each field of an answer is in examples, where it would be another one each time. */
const FIELDS: Readonly<Record<string, unknown>> = {
  ...{ n: LEFT_OUT, kid: LEFT_OUT, cursor: LEFT_OUT, waited_ms: 0 },
  ...IDENTIFIERS,
}

/** The first exchange of each kind of answer, as examples. */
export function examplesOf(
  document: ApiDocument,
  exchanges: readonly Exchange[],
  standIns: StandIns,
): Examples {
  return Object.fromEntries(
    endpointsOf(document).map(({ method, path, operation }) => {
      const own = exchanges.filter(({ sent }) => sent.method === method && sent.path.split('?')[0] === path)
      const byKind = new Map<string, Exchange>()
      for (const exchange of own) {
        const kind = kindOf(exchange)
        if (!byKind.has(kind)) byKind.set(kind, exchange)
      }
      const kinds = [...byKind.values()].sort((one, other) => one.answer.status - other.answer.status)
      return [operation.operationId, kinds.map((exchange) => exampleOf(exchange, standIns))]
    }),
  )
}

/** Answers of one kind teach the same. */
function kindOf({ answer: { status, headers, body } }: Exchange): string {
  const location = headers.get('location')
  if (location !== null) {
    const { pathname, searchParams } = new URL(location, EXAMPLE_BASE_URL)
    return [status, pathname, searchParams.get('error')].join(' ')
  }
  if (!isJson(headers)) return String(status)
  const value: Readonly<Record<string, unknown>> = JSON.parse(body)
  return [status, value['error'], ...Object.keys(value)].join(' ')
}

function exampleOf({ sent, answer: { status, headers, body } }: Exchange, standIns: StandIns): Example {
  const head = TOLD.flatMap((name) => {
    const value = headers.get(name)
    return value === null || value === 'no-store' ? [] : [`${name}: ${value}`]
  })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head]
  const shown = body === '' ? '' : `\n\n${isJson(headers) ? shownJson(body) : shownText(headers, body)}`
  return { curl: curlLine(EXAMPLE_BASE_URL, sent), answer: settled(lines.join('\n') + shown, standIns) }
}

const isJson = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true

/** A page is longer than what it teaches. */
function shownText(headers: Headers, body: string): string {
  return headers.get('content-type')?.startsWith('text/html') ? `<!doctype html>${LEFT_OUT}` : body
}

/** JSON with line breaks; short lists stay in one line. */
function shownJson(body: string): string {
  const value = JSON.parse(body, (name, each) => FIELDS[name] ?? each)
  const told = value.openapi ? { openapi: value.openapi, [LEFT_OUT]: LEFT_OUT } : value
  return JSON.stringify(told, null, 2).replace(
    /\[\n\s+("[^\]{}]*")\n\s+\]/g,
    (_, words: string) => `[${words.replace(/\n\s+/g, ' ')}]`,
  )
}

/** The same text at each run. */
function settled(text: string, standIns: StandIns): string {
  const known = standIns.reduce(
    (rest, [made, shown]) =>
      rest.replaceAll(made, shown).replaceAll(encodeURIComponent(made), encodeURIComponent(shown)),
    text,
  )
  return known
    .replace(/\b(p[a-z]{2}_)[\w-]{20,}/g, `$1${LEFT_OUT}`)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, `eyJ${LEFT_OUT}`)
    .replace(/^(x-request-id: ).*$/m, '$1k7Rt2m_80007')
    .replace(/^(etag: ).*$/m, `$1"${LEFT_OUT}"`)
    .replace(/\b(resume|state|nonce|code_challenge)=[\w.-]+/g, `$1=${LEFT_OUT}`)
}
