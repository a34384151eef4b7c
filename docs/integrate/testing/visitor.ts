import { createHash, randomBytes } from 'node:crypto'

/** Signs a citizen in at an authorization URL, as a browser does. Returns the callback address. */
export type Authorize = (authorizationUrl: string) => Promise<string>

/** A response, with its JSON. */
export interface JsonResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** Sends a request to a program, with or without a bearer. */
export async function ask(url: string, bearer?: string, post?: object): Promise<JsonResponse> {
  const headers = {
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(post === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(url, {
    headers,
    ...(post === undefined ? {} : { method: 'POST', body: JSON.stringify(post) }),
  })
  const text = await answer.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as JsonResponse['body']) : {}
  return { status: answer.status, body, headers: answer.headers }
}

/** Signs in over HTTP, as an app does. Returns the access token. `link` is the bearer of an old account. */
export async function signIn(base: string, authorize: Authorize, link?: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const begun = await ask(`${base}/api/v1/sso/begin/`, link, {
    return_uri: `${base}/signed-in`,
    code_challenge: challenge,
    ...(link === undefined ? {} : { link: true }),
  })
  if (begun.status !== 200) throw new Error(`begin/ answered ${begun.status} ${JSON.stringify(begun.body)}`)
  const callback = await authorize(String(begun.body['authorization_url']))
  const redirect = await fetch(callback, { redirect: 'manual' })
  const location = redirect.headers.get('location') ?? ''
  const code = new URL(location, base).searchParams.get('sso_code')
  if (code === null) throw new Error(`callback/ answered ${redirect.status} ${location}`)
  const exchanged = await ask(`${base}/api/v1/sso/exchange/`, link, { code, code_verifier: verifier })
  if (exchanged.status !== 200) throw new Error(`exchange/ answered ${exchanged.status}`)
  return String(exchanged.body['access_token'])
}
