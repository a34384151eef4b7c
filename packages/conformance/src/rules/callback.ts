import { demand } from '../broken.ts'
import { textOf } from '../http.ts'
import { described, type Landing, landingOf, strangeParameters } from '../program.ts'
import type { Rule } from '../rule.ts'
import { pairOf, type Stage } from '../stage.ts'

const STATE = {
  section: '4.3 rule 3',
  text: 'On callback the backend validates and consumes the pending state, checks iss if present, and exchanges the code at the token endpoint with HTTP Basic and its own verifier.',
}
const REDIRECT = {
  section: '4.3 rule 5',
  text: 'The backend redirects to the allowlisted app URI with sso_code (one-use, opaque, bound to the app challenge). No access, refresh or ID token appears in any redirect URL.',
}

/** The rules about the callback. */
export const CALLBACK_RULES: readonly Rule[] = [
  {
    id: 'sign-in',
    ...REDIRECT,
    async check(stage) {
      const { answer, place, query, verifier } = await stage.land()
      demand(answer.status === 302 || answer.status === 303, `the callback answered ${described(answer)}`)
      demand(place === stage.returnUri.split('?')[0], `the callback redirects to ${place}`)
      const code = query.get('sso_code')
      demand(code !== null, `the callback answered ${described(answer)}, without sso_code`)
      pairOf(await stage.exchange(code, verifier))
    },
  },
  {
    id: 'nothing-but-the-handoff',
    ...REDIRECT,
    async check(stage) {
      const landed = await stage.land()
      const strange = strangeParameters(landed, stage.returnUri, 'sso_code')
      demand(strange.length === 0, `the redirect to the app has ${strange.join(', ')} beside sso_code`)
    },
  },
  {
    id: 'handoff-opaque',
    ...REDIRECT,
    async check(stage) {
      const before = await stage.simulator.lastRequest()
      const { query } = await stage.land()
      const asked = await stage.simulator.requestsAfter(before)
      const idToken = asked.map(({ issued }) => issued['id_token']).find((one) => typeof one === 'string')
      const readable = readingsOf(query.get('sso_code') ?? '').join('\n')
      for (const name of ['sub', 'sid', 'email'])
        demand(!readable.includes(claimOf(String(idToken), name)), `sso_code holds ${name} of the citizen`)
    },
  },
  {
    id: 'head-consumes-nothing',
    section: 'RFC 9110 9.3.2',
    text: 'The HEAD method is identical to GET except that the server must not send content; it is safe: it changes nothing.',
    async check(stage) {
      const { authorizationUrl } = await stage.begin()
      const callbackUrl = await stage.simulator.signIn(authorizationUrl, 'ana@example.test')
      const { pathname, search } = new URL(callbackUrl)
      const path = pathname.slice(pathname.indexOf('/api/v1/sso/') + '/api/v1/sso/'.length)
      await stage.program.send(path + search, { method: 'HEAD' })
      const { answer, query } = landingOf(await stage.program.open(callbackUrl))
      demand(query.has('sso_code'), `after a HEAD of the callback, its GET answered ${described(answer)}`)
    },
  },
  {
    id: 'no-token-in-an-address',
    ...REDIRECT,
    async check(stage) {
      const before = await stage.simulator.lastRequest()
      const { authorizationUrl, answer, query, verifier } = await stage.land()
      const asked = await stage.simulator.requestsAfter(before)
      const pair = await stage.exchange(query.get('sso_code') ?? '', verifier)
      const central = asked.flatMap(({ issued }) =>
        ['access_token', 'refresh_token', 'id_token'].map((name) => issued[name]),
      )
      const local = [textOf(pair, 'access_token'), textOf(pair, 'refresh_token')]
      const addresses = decodeURIComponent(`${authorizationUrl} ${answer.headers.get('location')}`)
      const found = [...central, ...local].filter((token) => typeof token === 'string' && token !== '')
      for (const token of found) demand(!addresses.includes(String(token)), 'a token is in an address')
      demand(!/eyJ[\w-]+\.[\w-]+\.[\w-]*/.test(addresses), 'a JWT is in an address')
    },
  },
  {
    id: 'state-known',
    ...STATE,
    async check(stage) {
      for (const state of ['invented-state', null]) {
        const begun = await stage.begin()
        const callback = new URL(await stage.simulator.signIn(begun.authorizationUrl, 'ana@example.test'))
        if (state === null) callback.searchParams.delete('state')
        else callback.searchParams.set('state', state)
        await refuses(stage, callback.href, state === null ? 'without state' : 'with an unknown state')
      }
    },
  },
  {
    id: 'state-once',
    ...STATE,
    async check(stage) {
      const { authorizationUrl, callbackUrl, query } = await stage.land()
      const code = query.get('sso_code')
      const again = landingOf(await stage.program.open(callbackUrl))
      if (again.query.get('sso_code') !== code) demandNoCode(again, 'that comes a second time')
      const withNewCode = await stage.simulator.signIn(authorizationUrl, 'ana@example.test')
      await refuses(stage, withNewCode, 'whose state was used, with a new code')
    },
  },
  {
    id: 'state-of-this-sign-in',
    ...STATE,
    async check(stage) {
      const [mine, theirs] = [await stage.begin(), await stage.begin()]
      const callback = new URL(await stage.simulator.signIn(mine.authorizationUrl, 'ana@example.test'))
      const other = new URL(theirs.authorizationUrl).searchParams.get('state') ?? ''
      callback.searchParams.set('state', other)
      await refuses(stage, callback.href, 'with the code of another sign-in')
    },
  },
  {
    id: 'issuer-at-the-callback',
    ...STATE,
    async check(stage) {
      const landed = await stage.land({ fault: 'wrong-callback-issuer' })
      demandNoCode(landed, 'with the iss of another service')
    },
  },
  {
    id: 'cancelled',
    section: '3',
    text: 'Sign-in callback outcomes: sso_error = cancelled, existing_account, unavailable.',
    async check(stage) {
      const { authorizationUrl } = await stage.begin()
      const address = await stage.simulator.signIn(authorizationUrl, 'ana@example.test', 'cancel')
      const landed = landingOf(await stage.program.open(address))
      const { answer, query, place } = landed
      demand(place === stage.returnUri.split('?')[0], `after a cancelled sign-in: ${described(answer)}`)
      demand(
        query.get('sso_error') === 'cancelled',
        `after a cancelled sign-in sso_error is ${query.get('sso_error')}`,
      )
      const strange = strangeParameters(landed, stage.returnUri, 'sso_error')
      demand(strange.length === 0, `after a cancelled sign-in the redirect has ${strange.join(', ')}, too`)
    },
  },
  {
    id: 'return-address-is-stored',
    ...REDIRECT,
    async check(stage) {
      const { authorizationUrl } = await stage.begin()
      const callback = new URL(await stage.simulator.signIn(authorizationUrl, 'ana@example.test'))
      for (const name of ['return_uri', 'return_to', 'redirect_uri', 'next', 'url'])
        callback.searchParams.set(name, 'https://evil.example/')
      const { answer, place } = landingOf(await stage.program.open(callback.href))
      const isStored = place === stage.returnUri.split('?')[0] || answer.status === 400
      demand(isStored, `a return address in the callback is followed: ${described(answer)}`)
    },
  },
]

/** A text, and what is in each of its parts where that is base64url or hexadecimal. */
function readingsOf(text: string): readonly string[] {
  const parts = [text, ...text.split(/[.~:|]/)]
  return parts.flatMap((part) => [
    part,
    ...(['base64url', 'hex'] as const).map((encoding) => Buffer.from(part, encoding).toString()),
  ])
}

function claimOf(idToken: string, name: string): string {
  const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  return String(Object.entries(claims ?? {}).find(([key]) => key === name)?.[1])
}

async function refuses(stage: Stage, callbackUrl: string, what: string): Promise<void> {
  demandNoCode(landingOf(await stage.program.open(callbackUrl)), what)
}

/** The callback signed nobody in. */
export function demandNoCode({ answer, query }: Landing, what: string): void {
  demand(!query.has('sso_code'), `a callback ${what} was answered with sso_code`)
  demand(answer.status < 500 || answer.status === 503, `a callback ${what} answered ${described(answer)}`)
}

/** Which outcome a sign-in has whose ID token, or whose answer, is wrong. */
export async function demandUnavailable(stage: Stage, fault: string): Promise<void> {
  const landed = await stage.land({ fault })
  demandNoCode(landed, `whose sign-in has the fault ${fault}`)
  const outcome = landed.query.get('sso_error')
  demand(outcome === 'unavailable', `with the fault ${fault}, sso_error is ${outcome}`)
}
