import { readFileSync } from 'node:fs'
import {
  asset,
  constantTimeEqual,
  type HttpRequest,
  json,
  page,
  type Reply,
  type Route,
  redirect,
  route,
  wordsFor,
} from '@portico/identity/parts'
import { controlPage } from './control-page.ts'
import { CONTROL } from './control-parts.ts'
import { FAULT_NAMES, FAULTS } from './fault.ts'
import { type OrderRefusal, type Orders, readOrder } from './orders.ts'
import { openSession, signInAt } from './sign-in-at.ts'
import type { SimulatorState } from './simulator-state.ts'

/** What the control routes use. */
export interface ControlNeeds extends Orders {
  readonly serviceName: string
  /** In every form of the page. Other sites cannot read the page, so they do not know it. */
  readonly csrfToken: string
  state(): Promise<SimulatorState>
}

/** The control page, and the API that does the same. */
export function controlRoutes(needs: ControlNeeds): readonly Route[] {
  return [
    route('GET', CONTROL.page, 'page', (http) => showPage(needs, http)),
    api('GET', CONTROL.state, async () => json(200, stateJson(await needs.state()))),
    api('GET', CONTROL.requests, (http) => showRequests(needs, http)),
    ...([CONTROL.faults, CONTROL.citizens, CONTROL.time] as const).map((path) =>
      api('POST', path, (http) => carryOut(needs, path, http)),
    ),
    api('GET', CONTROL.faults, async () => json(200, { faults: faultList((await needs.state()).faults) })),
    api('GET', CONTROL.script, async () => asset('text/javascript; charset=utf-8', SCRIPT, NOT_KEPT)),
    api('POST', CONTROL.signInHere, (http) => signInHere(needs, http)),
    api('POST', CONTROL.signIn, (http) => signIn(needs, http)),
  ]
}

/** The API document describes the service, which knows no simulator. */
function api(method: Route['method'], path: string, handle: Route['handle']): Route {
  return { method, path, audience: 'api', asks: 'nothing', handle }
}

async function showPage(needs: ControlNeeds, http: HttpRequest): Promise<Reply> {
  const query = http.query()
  const done = query.ok ? DONE[query.value.text('done')] : undefined
  const frame = { serviceName: needs.serviceName, ...wordsFor('en') }
  const state = await needs.state()
  const script = `${state.url}${CONTROL.script}`
  const reply = page(200, controlPage(frame, { ...state, csrfToken: needs.csrfToken, done }), { script })
  // The script reads the page again, from here alone.
  const policy = `${reply.headers['content-security-policy']}; connect-src 'self'`
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': policy } }
}

const SCRIPT = readFileSync(new URL('./page.js', import.meta.url))
const NOT_KEPT = { 'cache-control': 'no-store' }

/** Every fault: what it is, what it does, and whether it is on. */
function faultList(settings: SimulatorState['faults']) {
  return FAULT_NAMES.map((name) => ({ name, ...FAULTS[name], for: settings[name] }))
}

const DONE: Readonly<Record<string, string>> = {
  faults: 'The faults are set.',
  citizens: 'It happened to the citizen.',
  time: 'The time is set.',
  'signed-in': 'This browser is signed in. Open your program, and sign in there.',
}

async function showRequests({ state }: ControlNeeds, http: HttpRequest): Promise<Reply> {
  const query = http.query()
  const after = Number(query.ok ? query.value.text('after') : '')
  const { requests } = await state()
  const later = requests.filter(({ number }) => !(number <= after))
  return json(200, {
    requests: later.map((one) => ({ ...one, at: new Date(one.atMilliseconds).toISOString() })),
  })
}

/** Signs the browser of the developer in, so that the next sign-in at the program asks for no password. */
async function signInHere(needs: ControlNeeds, http: HttpRequest): Promise<Reply> {
  if (!isOwnSite(http)) return refuse(403, 'The request comes from another site.')
  const given = readFields(needs, http)
  if (!given.ok) return given.reply
  const { url, password, citizens } = await needs.state()
  const citizen = citizens.find(({ email }) => email === given.fields['citizen'])
  if (!citizen) return refuse(400, 'There is no such citizen.')
  const session = await openSession(url, { email: citizen.email, password }, http.header('user-agent') ?? '')
  if (!session.ok) return refuse(400, session.refusal)
  const { cookies, location } = session.value
  const isWhole = location.startsWith('/account/')
  return redirect(303, isWhole ? `${CONTROL.page}?done=signed-in#citizens` : location, { cookies })
}

/** Signs a citizen in without a browser, for tests of programs. */
async function signIn({ state }: ControlNeeds, http: HttpRequest): Promise<Reply> {
  const body = http.json()
  if (!isOwnSite(http) || !body.ok) return refuse(400, 'Send JSON, with Content-Type: application/json.')
  const [address, email, decision] = ['authorization_url', 'citizen', 'decision'].map((name) =>
    body.value.fields.get(name),
  )
  if (typeof address !== 'string' || typeof email !== 'string')
    return refuse(400, 'Send "authorization_url" and "citizen", the e-mail address of a citizen.')
  if (decision !== undefined && decision !== 'continue' && decision !== 'cancel')
    return refuse(400, '"decision" must be continue or cancel.')
  const { url, password } = await state()
  const done = await signInAt(url, {
    authorizationUrl: address,
    email,
    password,
    decision: decision ?? 'continue',
  })
  return done.ok ? json(200, { callback_url: done.value }) : refuse(400, done.refusal)
}

/** A form is answered by the page, JSON by the new state. Another site can send neither of them. */
async function carryOut(
  needs: ControlNeeds,
  path: keyof typeof ORDERS_OF,
  http: HttpRequest,
): Promise<Reply> {
  if (!isOwnSite(http)) return refuse(403, 'The request comes from another site.')
  const given = readFields(needs, http)
  if (!given.ok) return given.reply
  const order = readOrder(ORDERS_OF[path], given.fields)
  if (!order.ok) return refuse(400, order.refusal)
  const refusal = await order.value(needs)
  if (refusal !== undefined) return refuse(400, refusal)
  if (given.from === 'page')
    return redirect(303, `${CONTROL.page}?done=${ORDERS_OF[path]}#${ORDERS_OF[path]}`)
  return json(200, stateJson(await needs.state()))
}

const ORDERS_OF = {
  [CONTROL.faults]: 'faults',
  [CONTROL.citizens]: 'citizens',
  [CONTROL.time]: 'time',
} as const

type Given =
  | { readonly ok: true; readonly from: 'page' | 'api'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reply: Reply }

function readFields({ csrfToken }: ControlNeeds, http: HttpRequest): Given {
  const body = http.json()
  if (body.ok) return { ok: true, from: 'api', fields: Object.fromEntries(body.value.fields) }
  const form = http.form()
  if (!form.ok) return { ok: false, reply: refuse(400, 'Send JSON, with Content-Type: application/json.') }
  const token = form.value.text('csrf_token')
  if (!constantTimeEqual(Buffer.from(token), Buffer.from(csrfToken)))
    return {
      ok: false,
      reply: refuse(403, 'This form is not from the control page that runs now. Load the page again.'),
    }
  const names = ['fault', 'for', 'citizen', 'action', 'forward_seconds', 'program_clock']
  const fields = names.filter((name) => form.value.has(name)).map((name) => [name, form.value.text(name)])
  return { ok: true, from: 'page', fields: Object.fromEntries(fields) }
}

function isOwnSite(http: HttpRequest): boolean {
  const site = http.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

function refuse(status: 400 | 403, refusal: OrderRefusal): Reply {
  return json(status, { detail: refusal })
}

/** The state as the API shows it. */
export function stateJson({ url, mailboxUrl, client, password, citizens, faults, time }: SimulatorState) {
  return {
    url,
    control_url: `${url}${CONTROL.page}`,
    mailbox_url: mailboxUrl,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    password,
    citizens: citizens.map(({ subject, email, emailVerified, fullName, standing }) => ({
      subject,
      email,
      email_verified: emailVerified,
      name: fullName,
      standing,
    })),
    faults,
    time: { now: time.now, ahead_seconds: time.aheadSeconds, program_clock: time.programClock },
  }
}
