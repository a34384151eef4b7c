import { createHash, randomBytes } from 'node:crypto'

/** What a browser does between begin and the way back: it gives the callback address. */
export type Authorize = (authorizationUrl: string) => Promise<string>

/** What an app sees of an answer: its status, and the JSON in it. */
export interface Seen {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** Asks a program something, with a bearer or without. */
export async function ask(url: string, bearer?: string, post?: object): Promise<Seen> {
  const headers = {
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(post === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fetch(url, {
    headers,
    ...(post === undefined ? {} : { method: 'POST', body: JSON.stringify(post) }),
  })
  const text = await answer.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Seen['body']) : {}
  return { status: answer.status, body, headers: answer.headers }
}

/** Goes the whole way of an app over HTTP and gives its access token; `link` is the bearer of an old account. */
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
  const landed = await fetch(callback, { redirect: 'manual' })
  const location = landed.headers.get('location') ?? ''
  const code = new URL(location, base).searchParams.get('sso_code')
  if (code === null) throw new Error(`callback/ answered ${landed.status} ${location}`)
  const exchanged = await ask(`${base}/api/v1/sso/exchange/`, link, { code, code_verifier: verifier })
  if (exchanged.status !== 200) throw new Error(`exchange/ answered ${exchanged.status}`)
  return String(exchanged.body['access_token'])
}
