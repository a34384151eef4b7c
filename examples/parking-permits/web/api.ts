import type { SsoClient } from '@portico/app'

/** A failed request, with a message for the citizen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the response. 0 if there was none. */
  readonly status: number
  /** What is wrong with each field of a form. */
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

interface ProblemBody {
  readonly detail?: string
  readonly errors?: Readonly<Record<string, readonly { readonly message: string }[]>>
}

const OFFLINE = 'You seem to be offline. Nothing is lost. Please try again when you are connected.'
const UNAVAILABLE = 'This is not available right now. Nothing was changed. Please try again in a moment.'

async function readBody<Body>(arriving: Promise<Response>): Promise<Body> {
  const response = await arriving.catch(() => {
    throw new ApiProblem(0, navigator.onLine ? UNAVAILABLE : OFFLINE)
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw problemOf(response, body as ProblemBody)
  // The backend and this page are released together, so the body has this type.
  return body as Body
}

function problemOf({ status, headers }: Response, { detail, errors = {} }: ProblemBody): ApiProblem {
  const fields = new Map(Object.entries(errors).map(([name, [first]]) => [name, first?.message ?? '']))
  if (status === 429) return new ApiProblem(status, `Too many tries. Please wait ${waitingTime(headers)}.`)
  if (status === 503) return new ApiProblem(status, UNAVAILABLE)
  return new ApiProblem(status, detail ?? 'That did not work. Please try again.', fields)
}

function waitingTime(headers: Headers): string {
  const seconds = Number(headers.get('retry-after')) || 30
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
