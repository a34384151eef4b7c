import { demand } from '../broken.ts'
import { ask, textOf } from '../http.ts'
import { described } from '../program.ts'
import type { Rule } from '../rule.ts'
import type { SeenRequest } from '../simulator.ts'
import { pairOf, type Stage } from '../stage.ts'
import { demandOver } from './session.ts'

const OWN = {
  section: '4.3 rule 7',
  text: 'ID tokens are never accepted as program API access tokens. Program bearer tokens work only with that program’s API and are not interchangeable with central tokens.',
}
const LOGOUT = { section: '4.2', text: 'Logout: local bearer; 204, revokes current program-side session.' }

/** The rules about local tokens, and about how the backend speaks to the identity service. */
export const TOKEN_RULES: readonly Rule[] = [
  {
    id: 'status',
    section: '4.2',
    text: 'Status: local bearer; linked, account_url.',
    async check(stage) {
      const answer = await stage.program.guarded((await stage.signIn()).access)
      demand(answer.status === 200, `status/ with a local bearer answered ${described(answer)}`)
      demand(answer.json['linked'] === true, 'status/ does not say that the account is linked')
      demand(textOf(answer, 'account_url') !== '', 'status/ has no account_url')
    },
  },
  {
    id: 'bearer-needed',
    section: '5',
    text: 'Local bearer: program status, logout, and begin when linking; the program’s own access token.',
    async check({ program }) {
      const answers = [
        await program.get('status/'),
        await program.guarded('nobody'),
        await program.post('logout/', {}),
      ]
      for (const answer of answers)
        demand(answer.status === 401, `without a local bearer the program answered ${described(answer)}`)
    },
  },
  {
    id: 'other-tokens-refused',
    ...OWN,
    async check(stage) {
      const { pair, code, issued } = await signInSeen(stage)
      const others = {
        'an ID token': issued['id_token'],
        'a central access token': issued['access_token'],
        'a central refresh token': issued['refresh_token'],
        'a handoff code': code,
        'a local refresh token': pair.refresh,
      }
      for (const [what, token] of Object.entries(others)) {
        const answer = await stage.program.guarded(String(token))
        demand(answer.status === 401, `status/ with ${what} answered ${described(answer)}`)
      }
    },
  },
  {
    id: 'own-tokens',
    ...OWN,
    async check(stage) {
      const { pair, issued } = await signInSeen(stage)
      const central = [issued['access_token'], issued['refresh_token'], issued['id_token']]
      demand(!central.includes(pair.access), 'the local access token is a central token')
      demand(!central.includes(pair.refresh), 'the local refresh token is a central token')
      demand(!(await isCentral(stage, pair.access)), 'the identity service knows the local access token')
    },
  },
  {
    id: 'logout',
    ...LOGOUT,
    async check(stage) {
      const pair = await stage.signIn()
      const { access } = pair
      const out = await stage.program.post('logout/', {}, access)
      demand(out.status === 204, `logout/ answered ${described(out)}`)
      const answer = await stage.program.guarded(access)
      demand(answer.status === 401, `after logout/, status/ answered ${described(answer)}`)
      await demandOver(stage, pair, 'after logout/')
    },
  },
  {
    id: 'logout-of-this-session-alone',
    section: '3',
    text: 'Program session: logout endpoint, valid local bearer: ended; HTTP 204; central session and other programs unaffected.',
    async check(stage) {
      const [one, other] = [await stage.signIn(), await stage.signIn()]
      await stage.program.post('logout/', {}, one.access)
      const answer = await stage.program.guarded(other.access)
      demand(answer.status === 200, `after logout/ in one session, another one answered ${described(answer)}`)
    },
  },
  {
    id: 'http-basic',
    section: '5 rule 1',
    text: 'Client credentials use HTTP Basic only, and stay on the backend.',
    async check(stage) {
      const { token } = await signInSeen(stage)
      demand(token.scheme === 'basic', `the token request authenticates by ${token.scheme || 'the body'}`)
      demand(
        token.form['client_secret'] === undefined,
        'the client secret is in the body of the token request',
      )
    },
  },
  {
    id: 'code-exchange',
    section: '4.1',
    text: 'authorization_code: code, redirect_uri, code_verifier (43 to 128 characters), all required.',
    async check(stage) {
      const { token } = await signInSeen(stage)
      const length = token.form['code_verifier']?.length ?? 0
      demand(length >= 43 && length <= 128, `code_verifier has ${length} characters`)
      demand(token.form['redirect_uri'] !== undefined, 'redirect_uri is missing')
    },
  },
]

/** A sign-in, with what the identity service saw of it. */
export async function signInSeen(stage: Stage) {
  const before = await stage.simulator.lastRequest()
  const { query, verifier } = await stage.land()
  const code = query.get('sso_code') ?? ''
  const pair = pairOf(await stage.exchange(code, verifier))
  const asked = await stage.simulator.requestsAfter(before)
  const token = asked.find(({ path, status }) => path === '/o/token/' && status === 200)
  demand(token !== undefined, 'the program signed a citizen in without a token request')
  const issued: SeenRequest['issued'] = token.issued
  return { pair, code, token, issued }
}

async function isCentral({ simulator }: Stage, token: string): Promise<boolean> {
  const basic = Buffer.from(`${simulator.clientId}:${simulator.clientSecret}`).toString('base64')
  const answer = await ask(`${simulator.url}/api/integrations/introspect/`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { authorization: `Basic ${basic}` },
  })
  return answer.json['active'] === true
}
