import {
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
import { CONTROL, controlPage } from './control-page.ts'
import { type OrderRefusal, type Orders, readOrder } from './orders.ts'
import { signInAt } from './sign-in-at.ts'
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
  return page(200, controlPage(frame, { ...(await needs.state()), csrfToken: needs.csrfToken, done }))
}

const DONE: Readonly<Record<string, string>> = {
  faults: 'The faults are set.',
  citizens: 'It happened to the citizen.',
  time: 'The time is set.',
}

async function showRequests({ state }: ControlNeeds, http: HttpRequest): Promise<Reply> {
  const query = http.query()
  const after = Number(query.ok ? query.value.text('after') : '')
  const { requests } = await state()
  return json(200, { requests: requests.filter(({ number }) => !(number <= after)) })
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
