import { demand } from '../broken.ts'
import { textOf } from '../http.ts'
import { described, newProof } from '../program.ts'
import type { Rule } from '../rule.ts'
import type { Stage } from '../stage.ts'

const REQUEST = {
  section: '4.3 rule 2',
  text: 'The backend generates its own separate verifier, state and nonce, stores pending state, and returns the authorization URL at the identity service requesting response_type=code, scopes openid profile email offline_access, code_challenge_method=S256.',
}
const INPUT = { section: '4.2', text: 'Program-side statuses: 400 invalid app input.' }

/** The rules about `config/` and `begin/`. */
export const BEGIN_RULES: readonly Rule[] = [
  {
    id: 'config',
    section: '2.14',
    text: 'Config response: enabled, account_url, registration_url, recovery_url.',
    async check({ program }) {
      const answer = await program.get('config/')
      demand(answer.status === 200, `config/ answered ${described(answer)}`)
      const missing = ['account_url', 'registration_url', 'recovery_url'].filter(
        (name) => textOf(answer, name) === '',
      )
      if (!('enabled' in answer.json)) missing.push('enabled')
      demand(missing.length === 0, `config/ has no ${missing.join(', ')}`)
    },
  },
  {
    id: 'authorization-request',
    ...REQUEST,
    async check({ program, simulator, begin }) {
      const { authorizationUrl } = await begin()
      const place = authorizationUrl.split('?')[0]
      demand(place === `${simulator.url}/o/authorize/`, `authorization_url leads to ${place}`)
      const query = new URL(authorizationUrl).searchParams
      const wanted = { response_type: 'code', code_challenge_method: 'S256', client_id: simulator.clientId }
      for (const [name, value] of Object.entries(wanted))
        demand(query.get(name) === value, `${name} is ${query.get(name)} and not ${value}`)
      const scopes = (query.get('scope') ?? '').split(' ').sort().join(' ')
      demand(scopes === 'email offline_access openid profile', `scope is ${query.get('scope')}`)
      for (const name of ['state', 'nonce', 'redirect_uri', 'code_challenge'])
        demand(query.get(name) !== null, `${name} is missing`)
      demand(/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''), 'code_challenge has not the form of S256')
      const path = new URL(query.get('redirect_uri') ?? program.base).pathname
      demand(path.endsWith('/api/v1/sso/callback/'), `redirect_uri has the path ${path}`)
    },
  },
  {
    id: 'fresh-each-time',
    ...REQUEST,
    async check({ begin }) {
      const [one, other] = [await begin(), await begin()]
      const [first, second] = [one, other].map(
        ({ authorizationUrl }) => new URL(authorizationUrl).searchParams,
      )
      for (const name of ['state', 'nonce', 'code_challenge'])
        demand(first?.get(name) !== second?.get(name), `${name} is the same in two sign-ins`)
    },
  },
  {
    id: 'own-verifier',
    ...REQUEST,
    async check({ begin }) {
      const { authorizationUrl, challenge } = await begin()
      const theirs = new URL(authorizationUrl).searchParams.get('code_challenge')
      demand(theirs !== challenge, 'code_challenge is the one of the app')
    },
  },
  {
    id: 'secret-stays-on-the-backend',
    section: '5 rule 1',
    text: 'Client credentials use HTTP Basic only, and stay on the backend.',
    async check({ program, simulator, begin }) {
      const seen = [(await begin()).authorizationUrl, (await program.get('config/')).text]
      demand(!seen.join().includes(simulator.clientSecret), 'the client secret is in an answer to the app')
    },
  },
  {
    id: 'begin-input',
    ...INPUT,
    async check(stage) {
      for (const [what, body] of badBodies(stage.returnUri)) {
        const answer = await stage.program.post('begin/', body)
        demand(answer.status === 400, `begin/ with ${what} answered ${described(answer)}`)
      }
    },
  },
  {
    id: 'return-uri-allowlist',
    section: '2.14',
    text: 'Begin request: return_uri (string, must be on the program’s allowlist).',
    async check(stage) {
      for (const uri of strangeReturnUris(stage.returnUri)) {
        const body = { return_uri: uri, code_challenge: newProof().challenge }
        const answer = await stage.program.post('begin/', body)
        demand(answer.status === 400, `begin/ with return_uri ${uri} answered ${described(answer)}`)
      }
    },
  },
  {
    id: 'link-needs-bearer',
    section: '5 rule 6',
    text: 'Linking an existing citizen requires first authenticating to the local account and calling begin with link: true and its bearer token.',
    async check(stage) {
      for (const bearer of [undefined, 'nobody']) {
        const answer = await linkWith(stage, bearer)
        const isRefused = answer.status === 401 || answer.status === 400
        demand(
          isRefused,
          `begin/ with link and ${bearer ? 'a wrong' : 'no'} bearer answered ${described(answer)}`,
        )
      }
    },
  },
]

function linkWith({ program, returnUri }: Stage, bearer: string | undefined) {
  const body = { return_uri: returnUri, code_challenge: newProof().challenge, link: true }
  return program.post('begin/', body, bearer)
}

function badBodies(returnUri: string): readonly (readonly [what: string, body: unknown])[] {
  const { challenge } = newProof()
  const with_ = (changes: object) => ({ return_uri: returnUri, code_challenge: challenge, ...changes })
  return [
    ['no JSON', '{'],
    ['a list', []],
    ['no code_challenge', { return_uri: returnUri }],
    ['no return_uri', { code_challenge: challenge }],
    ['a padded code_challenge', with_({ code_challenge: `${challenge}=` })],
    ['a code_challenge of 42 characters', with_({ code_challenge: challenge.slice(1) })],
    ['a code_challenge in plain base64', with_({ code_challenge: `+/${challenge.slice(2)}` })],
    ['a code_challenge that is a number', with_({ code_challenge: 43 })],
    ['a return_uri that is a list', with_({ return_uri: [returnUri] })],
    ['a link that is a word', with_({ link: 'true' })],
    ['an unknown field', with_({ role: 'admin' })],
  ]
}

function withOtherCase(path: string): string {
  return path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase()
}

/** Addresses that resemble the allowed one, and that a careless comparison accepts. */
function strangeReturnUris(allowed: string): readonly string[] {
  const { origin, host, hostname, port, protocol, pathname } = new URL(allowed)
  const otherPort = Number(port || '443') + 1
  const otherScheme = protocol === 'https:' ? 'http:' : 'https:'
  const resembling = [
    `${origin}${withOtherCase(pathname)}`,
    `${otherScheme}//${host}${pathname}`,
    `${protocol}//${hostname}:${otherPort}${pathname}`,
    pathname.endsWith('/') ? allowed.slice(0, -1) : `${allowed}/`,
  ].filter((one) => new URL(one).href !== new URL(allowed).href)
  return [
    ...resembling,
    'https://evil.example/',
    `${protocol}//${host}.evil.example${pathname}`,
    `${protocol}//${host}@evil.example${pathname}`,
    `${protocol}//evil.example/?${allowed}`,
    `${allowed}/../../evil`,
    `${allowed}.evil.example`,
    `${allowed}?next=https://evil.example`,
    `${allowed}#fragment`,
    `${origin}/another-path`,
    `//evil.example${pathname}`,
    'javascript:alert(1)',
    '',
  ]
}
