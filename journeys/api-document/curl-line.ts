import type { Sent } from './exchanges.ts'

/** The variables of the shell that stand for what only one request has, by the name of its field. */
const VARIABLES: Readonly<Record<string, string>> = {
  client_id: 'CLIENT_ID',
  code: 'CODE',
  code_challenge: 'CODE_CHALLENGE',
  code_verifier: 'CODE_VERIFIER',
  nonce: 'NONCE',
  refresh_token: 'REFRESH_TOKEN',
  state: 'STATE',
  token: 'ACCESS_TOKEN',
}

/** A shorter value is a word of the test, and no secret. */
const SHORTEST_VALUE = 16

/** A query with more is written as options, one in each line. */
const MOST_IN_ADDRESS = 2

/** A request as a command line. Secrets and random values are variables, so they are in no example. */
export function curlLine(baseUrl: string, { method, path, headers, body }: Sent): string {
  const { address, options } = addressOf(baseUrl, path)
  const needsMethod = method === 'POST' && body === undefined
  const all = [
    ...options,
    ...(needsMethod ? ['-X POST'] : []),
    ...headers.map(headerOption),
    ...bodyOptions(body),
  ]
  return [`curl -i ${address}`, ...all].join(' \\\n  ')
}

/** The address, and the options for a query that is too long for it. */
function addressOf(baseUrl: string, path: string) {
  const [bare = '', query] = path.split('?')
  const address = baseUrl + bare
  const pairs = [...new URLSearchParams(query)]
  if (pairs.length > MOST_IN_ADDRESS) return { address, options: ['-G', ...pairs.map(fieldOption)] }
  return { address: query === undefined ? address : addressWith(address, query), options: [] }
}

function bodyOptions(body: Sent['body']): readonly string[] {
  if (body === undefined) return []
  if (typeof body === 'string') return [`-d ${quoted(body)}`]
  return body.size > 0 ? [...body].map(fieldOption) : ["-d ''"]
}

function headerOption([name, value]: readonly [string, string]): string {
  if (value.startsWith('Basic ')) return '-u "$CLIENT_ID:$CLIENT_SECRET"'
  if (name === 'cookie') return '-H "cookie: $COOKIE"'
  if (name === 'if-none-match') return '-H "if-none-match: $ETAG"'
  const [scheme, token = ''] = value.split(' ')
  if (scheme === 'Bearer' && token.length >= SHORTEST_VALUE) return '-H "authorization: Bearer $ACCESS_TOKEN"'
  return `-H ${quoted(`${name.toLowerCase()}: ${value}`)}`
}

function fieldOption([name, value]: readonly [string, string]): string {
  const variable = value.length >= SHORTEST_VALUE ? VARIABLES[name] : undefined
  if (variable) return `-d "${name}=$${variable}"`
  const isPlain = encodeURIComponent(value) === value
  return `${isPlain ? '-d' : '--data-urlencode'} ${quoted(`${name}=${value}`)}`
}

function addressWith(address: string, query: string): string {
  const long = /x{1000,}/.exec(query)?.[0]
  if (!long) return quoted(`${address}?${query}`)
  return `"${address}?${query.replace(long, `$(printf %${long.length}s | tr ' ' x)`)}"`
}

/** A word of the shell. */
function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
