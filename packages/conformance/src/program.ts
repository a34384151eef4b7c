import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, ask, jsonRequest, textOf } from './http.ts'

/** The program that is tried, by the addresses of the contract. */
export interface Program {
  readonly base: string
  get(path: string, bearer?: string): Promise<Answer>
  post(path: string, body: unknown, bearer?: string): Promise<Answer>
  /** `status/`, which is guarded by the local bearer. */
  guarded(bearer: string): Promise<Answer>
  /** Reads an address of the API, with a bearer or without one. */
  read(url: string, bearer?: string): Promise<Answer>
  /** Opens an address, as a browser does. */
  open(url: string): Promise<Answer>
  /** Sends this request to an endpoint, with these headers. */
  send(
    path: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>
}

/** How the run treats the throttles of the program. */
export interface Patience {
  /** Sends every request as from another address, to a program that trusts this machine as its proxy. */
  readonly spread: boolean
  note(text: string): void
}

/** The program at this address. Where it throttles, the run waits as long as the program says. */
export function programAt(base: string, patience: Patience): Program {
  const headersOf = (bearer: string | undefined): Record<string, string> => ({
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(patience.spread && { 'x-forwarded-for': documentationAddress() }),
  })
  const send = async (
    url: string,
    init: (headers: Record<string, string>) => RequestInit,
    bearer?: string,
  ) => {
    let answer = await ask(url, init(headersOf(bearer)))
    for (let tries = 0; answer.status === 429 && tries < MOST_TRIES; tries += 1) {
      const seconds = pauseOf(answer)
      patience.note(`${new URL(url).pathname} is throttled (429). Waiting for ${seconds} s …`)
      await wait(seconds * 1000)
      answer = await ask(url, init(headersOf(bearer)))
    }
    return answer
  }
  const at = (path: string) => `${base}/api/v1/sso/${path}`
  const get = (path: string, bearer?: string) => send(at(path), (headers) => ({ headers }), bearer)
  return {
    base,
    get,
    post: (path, body, bearer) => send(at(path), (headers) => jsonRequest(body, headers), bearer),
    guarded: (bearer) => get('status/', bearer),
    read: (url, bearer) => send(url, (headers) => ({ headers }), bearer),
    open: (url) => send(url, (headers) => ({ headers })),
    send: (path, init) =>
      send(at(path), (headers) => ({ ...init, headers: { ...headers, ...init.headers } })),
  }
}

const MOST_TRIES = 5
const LONGEST_PAUSE_SECONDS = 120

function pauseOf({ headers }: Answer): number {
  const seconds = Number(headers.get('retry-after') ?? '10')
  return Number.isFinite(seconds)
    ? Math.min(Math.max(seconds, 1), LONGEST_PAUSE_SECONDS)
    : LONGEST_PAUSE_SECONDS
}

/** An address in a network of its own that belongs to nobody (RFC 3849). */
function documentationAddress(): string {
  const [first, second] = [randomBytes(2), randomBytes(2)].map((bytes) => bytes.toString('hex'))
  return `2001:db8:${first}:${second}::1`
}

/** The verifier and the challenge of an app (RFC 7636). */
export interface Proof {
  readonly verifier: string
  readonly challenge: string
}

/** Makes new ones. */
export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Where a browser is sent: the address without its query, and the query. */
export interface Landing {
  readonly answer: Answer
  readonly place: string
  readonly query: URLSearchParams
}

/** Reads the redirect of a callback. */
export function landingOf(answer: Answer): Landing {
  const location = answer.headers.get('location') ?? ''
  if (!URL.canParse(location)) return { answer, place: location, query: new URLSearchParams() }
  const url = new URL(location)
  return { answer, place: location.split(/[?#]/)[0] ?? '', query: url.searchParams }
}

/** A redirect has nothing for the app but these parameters, beside those that the return address had. */
export function strangeParameters(
  { answer, query }: Landing,
  returnUri: string,
  wanted: string,
): readonly string[] {
  const own = new URL(returnUri).searchParams
  const [, fragment = ''] = (answer.headers.get('location') ?? '').split('#')
  const strange = [...query.keys()].filter((name) => name !== wanted && !own.has(name))
  return fragment === '' ? strange : [...strange, 'a fragment']
}

/** What was seen of an answer, without its secrets. */
export function described(answer: Answer): string {
  const { place, query } = landingOf(answer)
  if (place !== '')
    return `${answer.status}, a redirect to ${place} with ${[...query.keys()].join(', ') || 'no query'}`
  return `${answer.status} ${textOf(answer, 'code')}`.trimEnd()
}
