import type { SsoClient } from '@portico/app'
import { duration, fill, words } from './words.ts'

/** A failed request, with a message for the citizen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the response. 0 if there was none. */
  readonly status: number
  /** The code of what is wrong with each field of a form. */
  readonly fields: ReadonlyMap<string, string>
  constructor(status: number, message: string, fields: ReadonlyMap<string, string> = new Map()) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** Sends requests to this program's API. Throws an ApiProblem for a refusal, and without a response. */
export interface Api {
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, body: object): Promise<Body>
}

/** The API for a citizen who is signed in centrally, or with an old token. */
export function apiFor(sso: Pick<SsoClient, 'fetch'>, oldToken: string | null = null): Api {
  const headers = { ...(oldToken && { authorization: `Bearer ${oldToken}` }) }
  return {
    get: (path) => readBody(sso.fetch(path, { headers })),
    post: (path, body) =>
      readBody(
        sso.fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  }
}

/** The sentence for each code of a refusal. */
const PROBLEMS: ReadonlyMap<string, string> = new Map(Object.entries(words.problems))

interface ProblemBody {
  readonly code?: string
  readonly errors?: Readonly<Record<string, readonly { readonly code: string }[]>>
}

async function readBody<Body>(arriving: Promise<Response>): Promise<Body> {
  const response = await arriving.catch(() => {
    throw new ApiProblem(0, navigator.onLine ? words.problems.unavailable : words.offline)
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw problemOf(response, body as ProblemBody)
  // The backend and this page are released together, so the body has this type.
  return body as Body
}

function problemOf({ status, headers }: Response, { code = '', errors = {} }: ProblemBody): ApiProblem {
  if (status === 429) return new ApiProblem(status, tooManyTries(Number(headers.get('retry-after'))))
  if (status === 503) return new ApiProblem(status, words.problems.unavailable)
  const fields = new Map(Object.entries(errors).map(([name, [first]]) => [name, first?.code ?? '']))
  return new ApiProblem(status, PROBLEMS.get(code) ?? words.problems.failed, fields)
}

const DEFAULT_WAIT_SECONDS = 30

/** The sentence for a 429. */
export const tooManyTries = (waitSeconds: number): string =>
  fill(words.problems.throttled, { time: duration(waitSeconds || DEFAULT_WAIT_SECONDS) })
