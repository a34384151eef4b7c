import { bytesToBase64Url, sha256Base64Url, systemRandom } from '../platform/index.ts'
import type { ProgramSso } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import type { FakeIdentity } from './fake-identity.ts'
import { TEST_RETURN_URI } from './test-config.ts'

/** A finished sign-in, and every address that the browser visited. */
export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
  readonly urls: readonly string[]
}

/** Options of a sign-in. `link` is the bearer of the account to link. */
export interface SignInOptions {
  readonly link?: string
  readonly returnUri?: string
  readonly programBaseUrl?: string
}

/** Signs a citizen in, as an app and a browser do. Throws if a step is refused. */
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
  const redirect = await sso.handle(new Request(callbackUrl))
  const location = redirect?.headers.get('location') ?? ''
  const code = URL.canParse(location) ? new URL(location).searchParams.get('sso_code') : null
  if (code === null) throw new Error(`the callback answered ${redirect?.status} ${location}`)
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
    const response = await sso.handle(request)
    const json: unknown = await response?.json()
    if (response?.status !== 200)
      throw new Error(`${path} answered ${response?.status} ${JSON.stringify(json)}`)
    return json
  }
}

function field(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : null
  if (typeof value !== 'string') throw new Error(`the response has no ${name}`)
  return value
}

/** Signs a citizen in through the fake. Returns the headers of a signed-in request. */
export async function signedInHeaders(
  sso: ProgramSso<{ id: string }>,
  identity: FakeIdentity,
  citizen: { email: string; name?: string } = { email: 'ana@example.test' },
): Promise<{ authorization: string }> {
  const { accessToken } = await signInThrough(sso, identity, identity.addCitizen(citizen))
  return { authorization: `Bearer ${accessToken}` }
}

/** Signs a citizen in by redirects, in cookie mode. Returns the headers of the citizen's browser, without an origin. */
export async function signedInCookie(
  sso: ProgramSso<{ id: string }>,
  identity: FakeIdentity,
  citizen: { email: string; name?: string } = { email: 'ana@example.test' },
): Promise<{ cookie: string }> {
  const begun = await sso.handle(new Request(`http://localhost${SSO_BASE_PATH}login`))
  const authorizationUrl = begun?.headers.get('location')
  if (!authorizationUrl) throw new Error(`login/ answered ${begun?.status}: is cookie mode on?`)
  const callback = new URL(await identity.authorize(authorizationUrl, identity.addCitizen(citizen)))
  const headers = { cookie: cookiesSet(begun) }
  const path = `${SSO_BASE_PATH}callback/${callback.search}`
  const landed = await sso.handle(new Request(`http://localhost${path}`, { headers }))
  const cookie = cookiesSet(landed)
  if (cookie === '') throw new Error(`the callback answered ${landed?.status}`)
  return { cookie }
}

/** The cookies that a response sets, without those that it deletes. */
function cookiesSet(response: Response | null): string {
  const lines = response?.headers.getSetCookie().filter((line) => !line.endsWith('Max-Age=0')) ?? []
  return lines.map((line) => line.split(';')[0]).join('; ')
}
