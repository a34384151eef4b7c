import { type Basics, type HttpRequest, json, type Reply, type Route, text } from '@portico/identity/parts'
import { FAULT_NAMES, type FaultName, isFaultName, isTokenFault } from './fault.ts'
import type { FaultBoard } from './fault-board.ts'
import { type ForgeNeeds, forgeIdToken, moveTimes } from './forge-id-token.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import { allowCallback, type TestClient } from './test-client.ts'
import type { TravellingClock } from './travelling-clock.ts'
import { claimsOf, logAuthorization, membersOf, noteAnswer } from './watch-requests.ts'

/** What the faulty replies use. */
export interface FaultyNeeds extends Basics, ForgeNeeds {
  readonly clock: TravellingClock
  readonly board: FaultBoard
  readonly log: RequestLog
  readonly client: TestClient
}

/** The parameter of an authorization request that asks for a fault in this sign-in alone. */
export const FAULT_PARAMETER = 'dev_fault'

const TOKEN = '/o/token/'
const INTROSPECT = '/api/integrations/introspect/'
const WITH_SECRET = [TOKEN, INTROSPECT, '/o/revoke/']
const RETRY_AFTER_SECONDS = 1
const SHORT_SECONDS = 10

/** The routes of the service, with the faults that are on. */
export function withFaults(needs: FaultyNeeds, routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => ({ ...route, handle: handlerFor(needs, route) }))
}

function handlerFor(needs: FaultyNeeds, route: Route): Route['handle'] {
  const { path, audience, handle } = route
  if (path === '/o/authorize/')
    return async (http) => {
      await readRequest(needs, http)
      const reply = await handle(http)
      logAuthorization(needs, http, reply)
      return atCallback(needs, reply)
    }
  if (audience === 'page') return async (http) => atCallback(needs, await handle(http))
  if (path === '/o/.well-known/jwks.json') return async (http) => withRotatedKeys(needs, await handle(http))
  if (path === '/o/userinfo/')
    return async (http) => {
      const reply = await handle(http)
      noteAnswer(needs, http, reply, { claims: claimsOf(reply) })
      return reply
    }
  if (WITH_SECRET.includes(path)) return (http) => answerProgram(needs, route, http)
  return handle
}

/** Reads from an authorization request which callback and which fault it wants. */
async function readRequest(needs: FaultyNeeds, http: HttpRequest): Promise<void> {
  const query = http.query()
  if (!query.ok) return
  const redirectUri = query.value.get('redirect_uri')
  if (query.value.get('client_id') === needs.client.clientId && redirectUri !== undefined)
    await allowCallback(needs, needs.client.clientId, redirectUri)
  const [state, fault] = [query.value.get('state'), query.value.get(FAULT_PARAMETER)]
  if (state !== undefined && fault !== undefined && isFaultName(fault)) needs.board.bindToSignIn(state, fault)
}

/** Remembers which sign-in got which code, where a reply brings the browser to the callback of a program. */
function atCallback({ board }: FaultyNeeds, reply: Reply): Reply {
  const { location } = reply.headers
  if (location === undefined || !URL.canParse(location)) return reply
  const callback = new URL(location)
  const [state, code] = [callback.searchParams.get('state'), callback.searchParams.get('code')]
  if (state === null || code === null) return reply
  board.bindToCode(state, code)
  const isWrong = board.ofSignIn(state) === 'wrong-callback-issuer' || board.take('wrong-callback-issuer')
  if (!isWrong) return reply
  callback.searchParams.set('iss', 'https://another-issuer.example')
  return { ...reply, headers: { ...reply.headers, location: callback.href } }
}

function withRotatedKeys({ rotated }: FaultyNeeds, reply: Reply): Reply {
  const { keys } = membersOf<{ keys: readonly unknown[] }>(reply) ?? { keys: [] }
  return { ...reply, body: JSON.stringify({ keys: [...keys, ...rotated.published()] }) }
}

async function answerProgram(needs: FaultyNeeds, { path, handle }: Route, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  const code = (form.ok && form.value.get('code')) || ''
  const faults: FaultName[] = []
  const has = (fault: FaultName) =>
    (needs.board.isBoundToCode(code, fault) || needs.board.take(fault)) && faults.push(fault) > 0
  const reply = await refusedOr(path, has, async () => {
    const genuine = await handle(http)
    if (path === INTROSPECT) return withShownTimes(needs, genuine)
    return path === TOKEN ? withFaultyTokens(needs, has, genuine) : genuine
  })
  const issued = (path === TOKEN && membersOf<LoggedRequest['issued']>(reply)) || {}
  noteAnswer(needs, http, reply, { faults, issued, claims: claimsOf(reply) })
  return reply
}

async function refusedOr(
  path: string,
  has: (fault: FaultName) => boolean,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  if (has('secret-refused'))
    return json(
      401,
      { error: 'invalid_client', error_description: 'The fault secret-refused is on.' },
      { headers: { 'www-authenticate': 'Basic realm="portico", charset="UTF-8"' } },
    )
  if (path === '/o/revoke/' || !has('limit-reached')) return answer()
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
  return path === TOKEN
    ? text(429, 'The fault limit-reached is on.\n', { headers })
    : json(
        429,
        { error: 'temporarily_unavailable', error_description: 'The fault limit-reached is on.' },
        { headers },
      )
}

async function withFaultyTokens(
  needs: FaultyNeeds,
  has: (fault: FaultName) => boolean,
  reply: Reply,
): Promise<Reply> {
  const { id_token: genuine, ...given } = membersOf<Record<string, unknown>>(reply) ?? {}
  if (typeof genuine !== 'string') return reply
  const others = has('short-access-token') ? { ...given, expires_in: SHORT_SECONDS } : given
  const ahead = needs.clock.shownAheadSeconds()
  let token: string | undefined = ahead === 0 ? genuine : await moveTimes(needs, genuine, ahead)
  for (const fault of FAULT_NAMES)
    if (token !== undefined && isTokenFault(fault) && has(fault))
      token = await forgeIdToken(needs, fault, token)
  return { ...reply, body: JSON.stringify(token === undefined ? others : { ...others, id_token: token }) }
}

/** `exp` of an introspected token, by the clock of the program. */
function withShownTimes({ clock }: FaultyNeeds, reply: Reply): Reply {
  const ahead = clock.shownAheadSeconds()
  const found = membersOf<{ exp: number }>(reply)
  if (ahead === 0 || found?.exp === undefined) return reply
  return { ...reply, body: JSON.stringify({ ...found, exp: found.exp - ahead }) }
}
