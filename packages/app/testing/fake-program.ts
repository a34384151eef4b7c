import { createHash, randomBytes } from 'node:crypto'
import type { ProgramErrorCode } from '../src/contract.ts'
import { signal } from './signal.ts'

/** A request to a fake program. */
export interface ProgramRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Its reply. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
}

/** A request as it was recorded. */
export interface RecordedRequest {
  /** The endpoint, such as `exchange`, or the whole path of anything else. */
  readonly name: string
  readonly path: string
  readonly referer: string
  readonly bearer: string | null
  readonly body: Readonly<Record<string, unknown>>
}

interface Pair {
  readonly access: string
  readonly refresh: string
}

interface Session {
  current: Pair
  ended: ProgramErrorCode | null
  /** The spent refresh tokens, each with its rotation id and the pair that replaced it. */
  readonly spent: Map<string, { rotationId: unknown; pair: Pair }>
  readonly access: Map<string, 'good' | 'access_expired' | 'token_unknown'>
}

type Handler = (request: ProgramRequest, seen: RecordedRequest) => Reply

/** Makes a reply that refuses. */
export const refusal = (
  status: number,
  code: ProgramErrorCode,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({ status, headers, body: { code, detail: code, request_id: 'r' } })

const random = (prefix: string) => prefix + randomBytes(16).toString('base64url')
const challengeOf = (verifier: unknown) => createHash('sha256').update(`${verifier}`).digest('base64url')

/** A program with a fake identity service behind it. A test can make its replies fail. */
export function fakeProgram() {
  const seen: RecordedRequest[] = []
  const sessions: Session[] = []
  const pending = new Map<string, { returnUri: string; challenge: string; isUsed: boolean }>()
  const handoffs = new Map<string, { challenge: string; isUsed: boolean; failures: number }>()
  const planned = new Map<string, (Reply | 'drop')[]>()
  const held = new Map<string, { reach(): void; opened: Promise<void> }>()
  const settings = { isEnabled: true, outcome: 'signed-in', lifetimeSeconds: 900, namesFlows: true }

  function issue(session?: Session): Pair {
    const pair = { access: random('ppa_'), refresh: random('ppr_') }
    if (session) session.current = pair
    const owner = session ?? { current: pair, ended: null, spent: new Map(), access: new Map() }
    if (!session) sessions.push(owner)
    owner.access.set(pair.access, 'good')
    return pair
  }

  const tokens = ({ access, refresh }: Pair): Reply => ({
    status: 200,
    body: {
      token_type: 'Bearer',
      access_token: access,
      expires_in: settings.lifetimeSeconds,
      refresh_token: refresh,
      refresh_expires_in: 14 * 86_400,
    },
  })

  const account = (origin: string) => ({
    account_url: `${origin}/central/account`,
    registration_url: `${origin}/central/register`,
    recovery_url: `${origin}/central/recover`,
  })

  /** Why a bearer is refused. Null if it is valid. */
  function refusalOf(bearer: string | null): ProgramErrorCode | null {
    if (!bearer) return 'missing_token'
    if (!bearer.startsWith('ppa_')) return 'wrong_token_type'
    const session = sessions.find(({ access }) => access.has(bearer))
    if (session?.ended) return session.ended
    const standing = session?.access.get(bearer) ?? 'token_unknown'
    return standing === 'good' ? null : standing
  }

  const guarded =
    (answer: Handler): Handler =>
    (request, record) => {
      const code = refusalOf(record.bearer)
      return code ? refusal(401, code) : answer(request, record)
    }

  const back = (returnUri: string, key: string, value: string): Reply => {
    const to = new URL(returnUri)
    to.searchParams.set(key, value)
    return { status: 302, headers: { location: to.href } }
  }

  const endpoints: Record<string, Handler> = {
    config: ({ headers }) => ({
      status: 200,
      body: { enabled: settings.isEnabled, ...account(`http://${headers['host']}`) },
    }),
    begin: ({ headers }, { body, bearer }) => {
      if (body['link'] && bearer !== 'old-local-token')
        return refusal(401, bearer ? 'wrong_token_type' : 'missing_token')
      const state = random('')
      const returnUri = `${body['return_uri']}`
      pending.set(state, { returnUri, challenge: `${body['code_challenge']}`, isUsed: false })
      const url = `http://${headers['host']}/central/authorize?state=${state}`
      return { status: 200, body: { authorization_url: url } }
    },
    callback: ({ headers, path }) => {
      if (headers['sec-purpose']?.includes('prefetch')) return { status: 204 }
      const flow = pending.get(new URL(path, 'http://program').searchParams.get('state') ?? '')
      if (!flow) return { status: 400, body: 'This sign-in link is not known here.' }
      if (flow.isUsed) return back(flow.returnUri, 'sso_error', 'cancelled')
      flow.isUsed = true
      if (settings.outcome !== 'signed-in') return back(flow.returnUri, 'sso_error', settings.outcome)
      const code = random(settings.namesFlows ? `ssoc_${flow.challenge.slice(0, 8)}` : 'ssoc_')
      handoffs.set(code, { challenge: flow.challenge, isUsed: false, failures: 0 })
      return back(flow.returnUri, 'sso_code', code)
    },
    exchange: (_request, { body }) => {
      const handoff = handoffs.get(`${body['code']}`)
      if (!handoff || handoff.isUsed || handoff.failures >= 5) return refusal(401, 'handoff_invalid')
      if (handoff.challenge !== challengeOf(body['code_verifier'])) {
        handoff.failures += 1
        return refusal(401, 'handoff_invalid')
      }
      handoff.isUsed = true
      return tokens(issue())
    },
    refresh: (_request, { body }) => {
      const token = `${body['refresh_token']}`
      const session = sessions.find(({ current, spent }) => current.refresh === token || spent.has(token))
      if (!session) return refusal(401, 'refresh_invalid')
      if (session.ended) return refusal(401, session.ended)
      const spent = session.spent.get(token)
      if (spent?.rotationId && spent.rotationId === body['rotation_id']) return tokens(spent.pair)
      if (spent) {
        session.ended = 'session_revoked'
        return refusal(401, 'refresh_reused')
      }
      const pair = issue(session)
      session.spent.set(token, { rotationId: body['rotation_id'], pair })
      return tokens(pair)
    },
    ticket: guarded(() => ({ status: 200, body: { sso_ticket: random('ppt_'), expires_in: 30 } })),
    status: guarded(({ headers }) => ({
      status: 200,
      body: { linked: true, account_url: account(`http://${headers['host']}`).account_url },
    })),
    logout: guarded((_request, { bearer }) => {
      const session = sessions.find(({ access }) => access.has(bearer ?? ''))
      if (session) session.ended = 'session_revoked'
      return { status: 204 }
    }),
    '/api/me': guarded(() => ({ status: 200, body: { hello: 'Ana' } })),
    '/api/echo': guarded((_request, { body }) => ({ status: 200, body })),
    '/api/notice': () => ({ status: 200, body: { notice: 'Closed on Monday' } }),
    '/central/authorize': ({ path }) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<a id="go" href="/api/v1/sso/callback/${new URL(path, 'http://program').search}">Continue</a>`,
    }),
  }

  function record({ path, headers, body }: ProgramRequest): RecordedRequest {
    const { pathname } = new URL(path, 'http://program')
    const parsed = headers['content-type'] === 'application/json' ? JSON.parse(body) : {}
    const one = {
      name: /^\/api\/v1\/sso\/(\w+)\/$/.exec(pathname)?.[1] ?? pathname,
      path,
      referer: headers['referer'] ?? '',
      bearer: headers['authorization']?.replace('Bearer ', '') ?? null,
      body: parsed,
    }
    seen.push(one)
    return one
  }

  return {
    settings,
    seen,
    requests: (name: string) => seen.filter((one) => one.name === name),
    /** Uses these replies for the next requests to an endpoint, one after the other. */
    answerNext(name: string, ...replies: (Reply | 'drop')[]) {
      planned.set(name, [...(planned.get(name) ?? []), ...replies])
    },
    /** Holds the replies of an endpoint back until `open` is called. */
    hold(name: string) {
      const [reached, opened] = [signal(), signal()]
      held.set(name, { reach: reached.reach, opened: opened.reached })
      const open = () => {
        held.delete(name)
        opened.reach()
      }
      return { reached: reached.reached, open }
    },
    /** Signs a citizen in without a browser. */
    issue: () => issue(),
    /** Refuses all access tokens that were issued until now, with this code. */
    refuseAccess(how: 'access_expired' | 'token_unknown') {
      for (const { access } of sessions) for (const token of access.keys()) access.set(token, how)
    },
    endSessions(code: ProgramErrorCode) {
      for (const session of sessions) session.ended = code
    },
    liveSessions: () => sessions.filter(({ ended }) => !ended).length,
    /** Makes a handoff code for a challenge, as the callback does. */
    handOff(challenge: unknown) {
      const code = random('ssoc_')
      handoffs.set(code, { challenge: `${challenge}`, isUsed: false, failures: 0 })
      return code
    },
    /** All values that must never be in an address. */
    secrets: () => [
      ...sessions.flatMap(({ access, spent, current }) => [
        ...access.keys(),
        ...spent.keys(),
        current.refresh,
      ]),
      ...seen
        .flatMap(({ body }) => [body['code_verifier'], body['rotation_id']])
        .filter((value) => value !== undefined),
    ],
    async answer(request: ProgramRequest): Promise<Reply | 'drop' | null> {
      const one = record(request)
      const gate = held.get(one.name)
      gate?.reach()
      await gate?.opened
      return planned.get(one.name)?.shift() ?? endpoints[one.name]?.(request, one) ?? null
    },
  }
}

/** The result of `fakeProgram`. */
export type FakeProgram = ReturnType<typeof fakeProgram>
