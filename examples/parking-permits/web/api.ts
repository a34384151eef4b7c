import type { SsoClient } from '@portico/app'

/** Why something did not work, in words for the citizen. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** What is wrong with each field of a form. */
  readonly fields: ReadonlyMap<string, string>
  constructor(message: string, fields: ReadonlyMap<string, string> = new Map()) {
    super(message)
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

async function answered<Body>(arriving: Promise<Response>): Promise<Body> {
  const response = await arriving.catch(() => {
    throw new ApiProblem('You seem to be offline. Nothing is lost; please try again when you are connected.')
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return body as Body
  throw problemOf(response, body as ProblemBody)
}

function problemOf(response: Response, { detail, errors = {} }: ProblemBody): ApiProblem {
  const seconds = Number(response.headers.get('retry-after')) || 30
  const fields = new Map(Object.entries(errors).map(([name, [first]]) => [name, first?.message ?? '']))
  if (response.status === 429) return new ApiProblem(`Too many tries. Please wait ${inWords(seconds)}.`)
  if (response.status === 503)
    return new ApiProblem('This is not available right now. Nothing was changed; please try again in a moment.')
  return new ApiProblem(detail ?? 'That did not work. Please try again.', fields)
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
