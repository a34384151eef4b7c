import { bytesToBase64Url, systemRandom } from '../platform/index.ts'
import { type FakeCitizen, type FakeState, secondsOf } from './fake-state.ts'

/** Signs the citizen in and returns the callback address. Throws for a wrong authorization request. */
export function answerAuthorize(state: FakeState, authorizationUrl: string, subject: string): string {
  const url = new URL(authorizationUrl)
  const asked = (name: string) => url.searchParams.get(name) ?? ''
  const isRight =
    asked('response_type') === 'code' &&
    asked('client_id') === state.clientId &&
    asked('code_challenge_method') === 'S256' &&
    asked('scope') === 'openid profile email offline_access'
  const citizen = state.citizens.get(subject)
  if (!isRight || !citizen) throw new Error(`authorize refuses ${authorizationUrl}`)
  const sid = signIn(citizen, asked('max_age'), secondsOf(state))
  const code = bytesToBase64Url(systemRandom.bytes(32))
  state.codes.set(code, {
    ...{ subject, sid, securityVersion: citizen.securityVersion, expiresAt: secondsOf(state) + 90 },
    family: systemRandom.uuid(),
    ...{ nonce: asked('nonce'), challenge: asked('code_challenge'), redirectUri: asked('redirect_uri') },
    ...{ signedInAt: citizen.signedInAt, acr: citizen.acr },
  })
  const query = new URLSearchParams({ code, state: asked('state'), iss: state.baseUrl })
  return `${asked('redirect_uri')}?${query}`
}

/** Signs the citizen in, unless a session is young enough for the request. A new sign-in keeps the session. */
function signIn(citizen: FakeCitizen, maxAge: string, now: number): string {
  const [sid] = citizen.sessions
  const isOld = maxAge !== '' && (maxAge === '0' || now - citizen.signedInAt > Number(maxAge))
  if (sid !== undefined && !isOld) return sid
  citizen.signedInAt = now
  const kept = sid ?? systemRandom.uuid()
  citizen.sessions.add(kept)
  return kept
}
