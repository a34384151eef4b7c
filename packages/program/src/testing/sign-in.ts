import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../platform/index.ts'
import type { ProgramSso } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import type { FakeIdentity } from './fake-identity.ts'
import { TEST_RETURN_URI } from './test-config.ts'

/** A finished sign-in, with every address that a browser saw on the way. */
export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
  readonly urls: readonly string[]
}

/** What a sign-in may change: `link` is the bearer of the local account to connect. */
export interface SignInOptions {
  readonly link?: string
  readonly returnUri?: string
  readonly programBaseUrl?: string
}

/** Goes the whole way of an app and a browser; throws where a step is refused. */
export async function signInThrough(
  sso: ProgramSso<{ id: string }>,
  identity: FakeIdentity,
  citizen: { subject: string },
  options: SignInOptions = {},
): Promise<SignedIn> {
  const verifier = bytesToBase64Url(systemRandom.bytes(32))
  const ask = asker(sso, options)
  const begun = await ask('begin/', {
    return_uri: options.returnUri ?? TEST_RETURN_URI,
    code_challenge: await sha256Base64Url(verifier),
    ...(options.link === undefined ? {} : { link: true }),
  })
  const authorizationUrl = field(begun, 'authorization_url')
  const callbackUrl = await identity.authorize(authorizationUrl, citizen)
  const landed = await sso.handle(new Request(callbackUrl))
  const location = landed?.headers.get('location') ?? ''
  const code = URL.canParse(location) ? new URL(location).searchParams.get('sso_code') : null
  if (code === null) throw new Error(`the callback answered ${landed?.status} ${location}`)
  const pair = await ask('exchange/', { code, code_verifier: verifier })
  return {
    accessToken: field(pair, 'access_token'),
    refreshToken: field(pair, 'refresh_token'),
    urls: [authorizationUrl, callbackUrl, location],
  }
}

function asker(sso: ProgramSso<{ id: string }>, options: SignInOptions) {
  const base = options.programBaseUrl ?? 'https://permits.example.test'
  return async (path: string, body: object): Promise<unknown> => {
    const bearer = options.link === undefined ? {} : { authorization: `Bearer ${options.link}` }
    const headers = { 'content-type': 'application/json', ...bearer }
    const request = new Request(`${base}${SSO_BASE_PATH}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const answer = await sso.handle(request)
    const words: unknown = await answer?.json()
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status} ${JSON.stringify(words)}`)
    return words
  }
}

function field(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : null
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`)
  return value
}

/** Headers of a request from a citizen who signed in just now through the fake. */
export async function signedInHeaders(
  sso: ProgramSso<{ id: string }>,
  identity: FakeIdentity,
  citizen: { email: string; name?: string } = { email: 'ana@example.test' },
): Promise<{ authorization: string }> {
  const { accessToken } = await signInThrough(sso, identity, identity.addCitizen(citizen))
  return { authorization: `Bearer ${accessToken}` }
}
