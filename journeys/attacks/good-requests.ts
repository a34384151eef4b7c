import { unknownRefreshToken } from '../../packages/identity/testing/tokens.ts'
import type { Target } from './target.ts'

/** A name and its value. */
export type Pair = readonly [string, string]

/** A request before its bytes are changed. */
export interface Shape {
  method: string
  path: string
  query: Pair[]
  headers: Pair[]
  body: { kind: 'none' } | { kind: 'form'; pairs: Pair[] } | { kind: 'json'; pairs: Pair[] }
}

/** Valid values for requests. */
export interface Known {
  readonly target: Target
  readonly csrf: string
}

const PAGES = [
  ...'/ /favicon.ico /.well-known/change-password /robots.txt'.split(' '),
  ...'/login/ /register/ /recover/ /login/new-browser/ /logout/ /account/ /account/profile/ /account/security/ /account/sessions/'.split(
    ' ',
  ),
  ...'/account/programs/ /account/password/ /register/sent/ /recover/sent/ /login/new-browser/sent/'.split(
    ' ',
  ),
  ...'/account/passkeys/ /account/passkeys/offer/ /account/codes/ /account/codes/add/ /account/codes/spent/'.split(
    ' ',
  ),
  ...'/login/code/ /login/code/lost/ /login/code/lost/sent/ /login/code/lost/done/ /login/code/kept/'.split(
    ' ',
  ),
  ...'/account/activity/ /account/activity/not-me/ /account/data/ /account/close/'.split(' '),
  ...'/account/address/ /account/address/sent/ /account/address/asked/ /account/address/kept/'.split(' '),
  ...'/register/done/ /recover/done/ /account/verification/done/ /account/verification/sent/'.split(' '),
]

/** Where a mail is asked for. */
const SENT = [
  ...['/register/', '/recover/', '/login/new-browser/', '/account/verification/', '/login/code/lost/'],
  '/account/address/',
]

/** Answers of authenticators, by their form alone. */
const PASSKEY: Pair[] = [
  ['ceremony', 'e30.e30'],
  ['credential_id', 'AAAA'],
  ['client_data', 'e30'],
  ['authenticator_data', 'AAAA'],
  ['signature', 'AAAA'],
  ['user_handle', 'A'.repeat(22)],
]
const NEW_PASSKEY: Pair[] = [
  ['ceremony', 'e30.e30'],
  ['name', 'Phone'],
  ['credential_id', 'AAAA'],
  ['client_data', 'e30'],
  ['attestation_object', 'o2NmbXQ'],
  ['transports', 'internal'],
]

const fields = (values: Readonly<Record<string, string>>): Pair[] => Object.entries(values)

/** Every address of the service with a valid request; without one value if it would end the session. */
export function goodRequests({ target, csrf }: Known): readonly (() => Shape)[] {
  const { program, entered, cookie, citizen } = target
  const signedIn: Pair[] = [['Cookie', cookie]]
  const get =
    (path: string, query: Pair[] = [], headers: Pair[] = signedIn) =>
    () =>
      shape('GET', path, { query, headers })
  const form =
    (path: string, pairs: Pair[], headers: Pair[] = signedIn) =>
    () =>
      shape('POST', path, { headers, body: { kind: 'form', pairs } })
  const json = (path: string, pairs: Pair[]) => () => shape('POST', path, { body: { kind: 'json', pairs } })
  const backend: Pair[] = [['Authorization', program.basic]]
  const bearer: Pair[] = [['Authorization', `Bearer ${entered.tokens.access_token}`]]
  const asked = fields(entered.attempt.parameters)
  const mine: Pair = ['csrf_token', csrf]
  const login = fields({ email: citizen.email, password: 'never the right one' })
  const newcomer = { email: 'fuzz@example.test', full_name: 'Fuzz' }
  const exchange = {
    ...{ grant_type: 'authorization_code', code: entered.code },
    ...{ redirect_uri: program.redirectUri, code_verifier: 'v'.repeat(43) },
  }
  const rotation = { grant_type: 'refresh_token', refresh_token: unknownRefreshToken(), scope: 'openid' }
  return [
    get('/api/health/'),
    get('/.well-known/openid-configuration'),
    get('/o/.well-known/jwks.json'),
    get('/api/openapi.json'),
    get('/api/reference/'),
    get('/api/reference/search.js'),
    ...PAGES.map((path) => get(path)),
    ...['/register/confirm/', '/recover/confirm/', '/account/verification/confirm/'].flatMap((path) => [
      get(path, [['link', `pgl_${'A'.repeat(64)}`]]),
      form(path, [mine, ['link', `prl_${'A'.repeat(64)}`], ['password', 'x']]),
    ]),
    get('/login/code/lost/confirm/', [['link', `pll_${'A'.repeat(64)}`]]),
    form('/login/code/lost/confirm/', [mine, ['link', `pll_${'A'.repeat(64)}`], ['password', 'x']]),
    get('/account/address/confirm/', [['link', `pnl_${'A'.repeat(64)}`]]),
    form('/account/address/confirm/', [mine, ['link', `pnl_${'A'.repeat(64)}`], ['email', citizen.email]]),
    get('/account/address/keep/', [['link', `pal_${'A'.repeat(64)}`]]),
    form('/account/address/keep/', [mine, ['link', `pal_${'A'.repeat(64)}`], ['email', citizen.email]]),
    get('/login/code/keep/', [['link', `pkl_${'A'.repeat(64)}`]]),
    form('/login/code/keep/', [mine, ['link', `pkl_${'A'.repeat(64)}`], ['email', citizen.email]]),
    get('/login/new-browser/confirm/', [['link', `pbl_${'A'.repeat(64)}`]]),
    form('/login/new-browser/confirm/', [mine, ['link', `pbl_${'A'.repeat(64)}`], ['email', citizen.email]]),
    get('/o/authorize/', asked),
    get('/o/authorize/', asked, []),
    form('/o/authorize/', asked),
    get('/o/authorize/', [['resume', 'e30.e30']]),
    form('/o/authorize/decision/', [
      mine,
      ...fields({ request: String(new URLSearchParams(entered.attempt.parameters)), decision: 'allow' }),
    ]),
    form('/o/token/', fields(exchange), []),
    form('/o/token/', fields(rotation), backend),
    form('/o/revoke/', fields({ token: `pat_${'A'.repeat(64)}`, token_type_hint: 'access_token' }), backend),
    form('/api/integrations/introspect/', [['token', entered.tokens.access_token]], backend),
    get('/api/integrations/ended/', [], backend),
    get('/o/userinfo/', [], bearer),
    form('/o/userinfo/', [], bearer),
    json('/api/v1/accounts/register/', fields({ ...newcomer, phone_number: '+34 600' })),
    json('/api/v1/accounts/recover/', [['email', citizen.email]]),
    form('/register/', [mine, ...fields({ ...newcomer, phone_number: '' })]),
    form('/recover/', [mine, ['email', citizen.email]]),
    form('/login/new-browser/', [mine, ['email', citizen.email]]),
    ...SENT.flatMap((path) => [
      form(`${path}sent/`, [mine, ['code', '123456']]),
      form(`${path}again/`, [mine]),
    ]),
    form('/login/', [['csrf_token', 'x'], ...login]),
    form('/language/', [mine, ['language', 'de'], ['back', '/login/']]),
    form('/account/profile/', [mine, ['full_name', 'Ana'], ['phone_number', '+34 600 123 456']]),
    form('/logout/', [['csrf_token', 'x']]),
    form('/account/activity/not-me/', [['csrf_token', 'x']]),
    form('/account/password/', [mine, ['current_password', 'x'], ['password', 'x']]),
    form('/account/sessions/end/', [mine, ['session', 'x']]),
    form('/account/sessions/end-others/', [mine]),
    form('/account/programs/disconnect/', [mine, ['client_id', 'x']]),
    form('/account/verification/', [mine]),
    form('/account/close/', [['csrf_token', 'x']]),
    form('/account/close/prove/', [mine, ['password', 'x']]),
    form('/account/address/', [mine, ['email', 'new@example.test']]),
    form('/account/address/prove/', [mine, ['password', 'x']]),
    form('/account/address/stop/', [mine]),
    form('/account/data/download/', [mine]),
    form('/account/data/prove/', [mine, ['password', 'x']]),
    form('/account/passkeys/prove/', [mine, ['password', 'x']]),
    form('/account/passkeys/remove/', [mine, ['passkey', 'AAAA']]),
    form('/account/passkeys/add/', [mine, ...NEW_PASSKEY]),
    form('/login/passkey/', [mine, ...PASSKEY]),
    form('/login/code/', [mine, ['code', '123456']]),
    form('/account/codes/prove/', [mine, ['password', 'x']]),
    form('/account/codes/remove/', [mine, ['app', 'x']]),
    form('/account/codes/recovery/', [mine]),
    form('/account/codes/rename/', [mine, ['app', 'x'], ['name', 'Phone']]),
    form('/account/passkeys/rename/', [mine, ['passkey', 'AAAA'], ['name', 'Phone']]),
    form('/account/codes/keep/', [mine]),
    form('/login/code/lost/', [mine]),
    form('/account/codes/add/', [mine, ['setup', 'e30.e30'], ['code', '123456'], ['name', 'Phone']]),
  ]
}

function shape(method: string, path: string, rest: Partial<Shape>): Shape {
  return { method, path, query: [], headers: [], body: { kind: 'none' }, ...rest }
}
