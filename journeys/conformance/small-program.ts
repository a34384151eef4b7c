import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Flaw } from './flaws.ts'
import { answerApi, openAccounts } from './small-accounts.ts'
import { type HasFlaw, type Identity, type IdentityClient, openIdentity } from './small-identity.ts'
import {
  allows,
  type Fields,
  hasStrangers,
  isChallenge,
  isLink,
  isVerifier,
  read,
  readObject,
} from './small-input.ts'
import { newSession, openSessions, type Session } from './small-sessions.ts'

interface Pending {
  readonly returnUri: string
  readonly challenge: string
  readonly verifier: string
  readonly nonce: string
}

interface Handoff {
  readonly challenge: string
  readonly session: Session
  readonly madeAt: number
}

interface Reply {
  readonly status: number
  readonly body?: object
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the endpoints of one program share. */
interface World {
  readonly base: string
  readonly returnUri: string
  readonly identity: IdentityClient
  readonly has: HasFlaw
  /** The first value where the program has the flaw, else the second. */
  pick<Value>(flaw: Flaw, wrong: Value, right: Value): Value
  readonly pending: Map<string, Pending>
  readonly handoffs: Map<string, Handoff>
  readonly accounts: ReturnType<typeof openAccounts>
  readonly sessions: ReturnType<typeof openSessions>
  readonly fixed: Readonly<Record<'state' | 'nonce' | 'verifier', string>>
}

/** Shorter than the contract allows, so that a test can wait for it. */
const HANDOFF_SECONDS = 2

const SCOPE = 'openid profile email offline_access'
const random = () => randomBytes(32).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const refuse = (status: number): Reply => ({ status, body: { detail: 'refused' } })

/** A program side written by hand, with at most one thing wrong. It shares no code with `@portico/program`. */
export async function startSmallProgram(place: Identity, flaw?: Flaw) {
  const has = (one: Flaw) => one === flaw
  const identity = openIdentity(place, has)
  const server = createServer((request, response) => {
    void read(request)
      .then((body) => answer(world, request, body))
      .catch((error: unknown) => ({ status: 500, body: { detail: String(error) } }))
      .then(({ status, body, location, headers }: Reply) => {
        const all = {
          'content-type': 'application/json',
          ...(location !== undefined && { location }),
          ...(has('cors-for-everybody') && openTo(request.headers.origin ?? '')),
          ...headers,
        }
        response.writeHead(status, all).end(body ? JSON.stringify(body) : '')
      })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world: World = {
    ...{ base, returnUri: `${base}/signed-in`, identity, has },
    pick: (one, wrong, right) => (has(one) ? wrong : right),
    ...{ pending: new Map(), handoffs: new Map(), sessions: openSessions(identity, has) },
    accounts: openAccounts(has),
    fixed: { state: random(), nonce: random(), verifier: random() },
  }
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { base, close }
}

function openTo(origin: string): Readonly<Record<string, string>> {
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
}

async function answer(world: World, request: IncomingMessage, text: string): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? '/', world.base)
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (/^\/api\/(?:me|staff)$/.test(pathname))
    return answerApi(world.sessions, world.has, { path: pathname, bearer })
  const withBody = async (work: (body: Fields) => Reply | Promise<Reply>) => {
    const body = readObject(world.has, request.headers['content-type'] ?? '', text)
    return 'refused' in body ? { status: 400, body: body.refused } : work(body.fields)
  }
  const endpoints: Readonly<Record<string, () => Reply | Promise<Reply>>> = {
    'GET /config/': () => config(world),
    'POST /begin/': () => withBody((body) => begin(world, body, bearer)),
    'GET /callback/': () => callback(world, searchParams),
    'HEAD /callback/': () => head(world, searchParams),
    'POST /exchange/': () => withBody((body) => exchange(world, body)),
    'POST /refresh/': () => withBody((body) => renew(world, body)),
    'GET /status/': () => status(world, bearer),
    'POST /logout/': () => (world.sessions.end(bearer) ? { status: 204 } : refuse(401)),
  }
  const endpoint = endpoints[`${request.method} ${pathname.replace('/api/v1/sso', '')}`]
  return endpoint ? endpoint() : refuse(404)
}

function config({ identity: { url }, pick }: World): Reply {
  const account = { account_url: `${url}/account/` }
  const all = {
    enabled: true,
    ...account,
    registration_url: `${url}/register/`,
    recovery_url: `${url}/recover/`,
  }
  return { status: 200, body: pick<object>('config-is-bare', account, all) }
}

function begin(
  world: World,
  { return_uri: wanted, code_challenge: challenge, link = false, ...unknown }: Fields,
  bearer: string,
): Reply {
  const { has, sessions } = world
  if (!allows(world, wanted) || !isChallenge(has, challenge) || !isLink(has, link)) return refuse(400)
  if (hasStrangers(unknown) && !has('begin-takes-unknown-fields')) return refuse(400)
  if (link === true && !sessions.find(bearer) && !has('links-without-bearer')) return refuse(401)
  return { status: 200, body: { authorization_url: authorizationUrl(world, wanted, challenge) } }
}

function authorizationUrl(
  { base, identity, has, pick, pending, fixed }: World,
  returnUri: string,
  challenge: string,
): string {
  const verifier = pick('one-verifier-for-all', fixed.verifier, pick('short-verifier', 'short', random()))
  const state = pick('same-state-each-time', fixed.state, random())
  const nonce = pick('same-nonce-each-time', fixed.nonce, pick('one-verifier-for-all', fixed.nonce, random()))
  pending.set(state, { returnUri, challenge, verifier, nonce })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: identity.client_id,
    redirect_uri: `${base}/api/v1/sso/callback/`,
    scope: pick('asks-for-fewer-scopes', 'openid email', SCOPE),
    ...{ state, nonce, code_challenge: pick('passes-the-challenge-on', challenge, sha256(verifier)) },
    code_challenge_method: pick('sends-plain-challenge', 'plain', 'S256'),
    ...(has('secret-in-the-address') && { client_secret: identity.client_secret }),
  })
  return `${identity.url}/o/authorize/?${query}`
}

async function head(world: World, query: URLSearchParams): Promise<Reply> {
  if (world.has('head-consumes-the-state')) await callback(world, query)
  return { status: 204 }
}

async function callback(world: World, query: URLSearchParams): Promise<Reply> {
  const { has, pick, pending, identity } = world
  const state = query.get('state') ?? ''
  const one = pending.get(state) ?? pick('no-state-check', [...pending.values()].at(-1), undefined)
  if (!one) return refuse(400)
  if (!has('state-works-twice')) pending.delete(state)
  const back = backTo(world, one, query)
  const unavailable = back({ sso_error: pick('outage-is-cancelled', 'cancelled', 'unavailable') })
  const isOurs = [null, identity.url].includes(query.get('iss'))
  if (!isOurs && !has('no-callback-issuer-check')) return unavailable
  if (query.get('error') === 'access_denied')
    return pick('cancel-is-unavailable', unavailable, back({ sso_error: 'cancelled' }))
  return handOff(world, one, query.get('code') ?? '').then(back, () => unavailable)
}

/** Makes redirects to the app. */
function backTo({ base, has, pick }: World, { returnUri }: Pending, query: URLSearchParams) {
  const asked = pick('follows-return-address-of-the-callback', query.get('return_uri'), null)
  const target = pick('redirects-elsewhere', `${base}/elsewhere`, asked ?? returnUri)
  return (result: Readonly<Record<string, string>>): Reply => ({
    status: 302,
    location: `${target}?${new URLSearchParams(result)}${has('local-token-in-the-fragment') ? `#token=${random()}` : ''}`,
  })
}

async function handOff(
  { base, identity, has, pick, handoffs, accounts }: World,
  { challenge, verifier, nonce }: Pending,
  code: string,
) {
  const form = { code, code_verifier: verifier, redirect_uri: `${base}/api/v1/sso/callback/` }
  const { claims, tokens } = await identity.redeem(form, nonce)
  const subject = Buffer.from(`${String(claims['sub'])} ${random()}`).toString('base64url')
  const token = `${random()}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${random()}`
  const ssoCode = pick('handoff-holds-the-subject', subject, pick('handoff-is-a-token', token, random()))
  const session = newSession(accounts.enter(claims), tokens)
  handoffs.set(ssoCode, { challenge, session, madeAt: Date.now() })
  return {
    sso_code: ssoCode,
    ...(has('tokens-in-the-address') && { id_token: String(tokens['id_token']) }),
    ...(has('central-token-in-the-address') && { access_token: String(tokens['access_token']) }),
    ...(has('local-token-in-the-address') && { token: random() }),
  }
}

async function exchange(
  { has, pick, handoffs, sessions }: World,
  { code, code_verifier: verifier, ...unknown }: Fields,
): Promise<Reply> {
  if (typeof code !== 'string' || !isVerifier(has, verifier)) return refuse(400)
  if (hasStrangers(unknown) && !has('exchange-takes-unknown-fields')) return refuse(400)
  const handoff = handoffs.get(code)
  if (!handoff || !isGood(has, handoff, verifier)) return refuse(pick('handoff-refused-with-400', 400, 401))
  if (has('handoff-read-then-written')) await wait(50)
  if (!has('handoff-works-twice')) handoffs.delete(code)
  const central = String(handoff.session.central['access_token'])
  return pairOf({ has, sessions }, handoff.session, pick('hands-out-central-tokens', central, random()))
}

function isGood(has: HasFlaw, { challenge, madeAt }: Handoff, verifier: string): boolean {
  const isInTime = Date.now() - madeAt < HANDOFF_SECONDS * 1000
  const isOfThisApp = sha256(verifier) === challenge
  return (isInTime || has('handoff-never-ends')) && (isOfThisApp || has('handoff-for-any-app'))
}

function pairOf(
  { has, sessions }: Pick<World, 'has' | 'sessions'>,
  session: Session,
  access = random(),
): Reply {
  const refresh = random()
  sessions.open(access, refresh, session)
  return {
    status: 200,
    body: { access_token: access, refresh_token: refresh, token_type: 'Bearer' },
    headers: has('cacheable-tokens') ? {} : { 'cache-control': 'no-store' },
  }
}

function renew(world: World, { refresh_token: token }: Fields): Reply {
  const session = world.sessions.renew(String(token))
  return session ? pairOf(world, session) : refuse(401)
}

async function status({ identity, pick, sessions }: World, bearer: string): Promise<Reply> {
  const found = await sessions.guard(bearer)
  if (found !== 200) return refuse(found)
  const body = { linked: true, account_url: `${identity.url}/account/` }
  return { status: 200, body: pick<object>('status-is-bare', {}, body) }
}
