import type { SsoClient } from '@portico/app'

/** Why something did not work, in words for the citizen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The status of the answer; 0 where there was none. */
  readonly status: number
  /** What is wrong with each field of a form. */
  readonly fields: ReadonlyMap<string, string>
  constructor(status: number, message: string, fields: ReadonlyMap<string, string> = new Map()) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** Talks to this program's API; throws an ApiProblem where it says no, or nothing. */
export interface Api {
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, body: object): Promise<Body>
}

/** The API for whoever is signed in: centrally, or with the token of an old password. */
export function apiFor(sso: Pick<SsoClient, 'fetch'>, oldToken: string | null = null): Api {
  const headers = { ...(oldToken && { authorization: `Bearer ${oldToken}` }) }
  return {
    get: (path) => answered(sso.fetch(path, { headers })),
    post: (path, body) =>
      answered(
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

const OFFLINE = 'You seem to be offline. Nothing is lost; please try again when you are connected.'
const UNAVAILABLE = 'This is not available right now. Nothing was changed; please try again in a moment.'

async function answered<Body>(arriving: Promise<Response>): Promise<Body> {
  const response = await arriving.catch(() => {
    throw new ApiProblem(0, navigator.onLine ? UNAVAILABLE : OFFLINE)
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw problemOf(response, body as ProblemBody)
  // The backend is ours, and comes with this page: what it answers has the form that is written down here.
  return body as Body
}

function problemOf({ status, headers }: Response, { detail, errors = {} }: ProblemBody): ApiProblem {
  const fields = new Map(Object.entries(errors).map(([name, [first]]) => [name, first?.message ?? '']))
  if (status === 429) return new ApiProblem(status, `Too many tries. Please wait ${patience(headers)}.`)
  if (status === 503) return new ApiProblem(status, UNAVAILABLE)
  return new ApiProblem(status, detail ?? 'That did not work. Please try again.', fields)
}

function patience(headers: Headers): string {
  const seconds = Number(headers.get('retry-after')) || 30
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
