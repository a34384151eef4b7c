import { CONTRACT_LIMITS } from '../lab/kit/identity-process.ts'
import type { Citizen } from '../packages/identity/src/citizens/index.ts'
import { addCitizen, addProgram, type TestClient } from '../packages/identity/testing/people.ts'
import {
  type Entered,
  enterProgram,
  newAttempt,
  obtainCode,
} from '../packages/identity/testing/program-flow.ts'
import { openService, type Service } from './service.ts'

/** What came back, as far as the contract speaks of it. */
export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
}

/** A request's own headers, its address, and how the client authenticates; `''` for not at all. */
export interface Sending {
  readonly from?: string
  readonly basic?: string
}

/** The running service on the wire, with the limits of the contract and behind a proxy, so that each request may come from another address. */
export interface Wire extends Service {
  readonly program: TestClient
  readonly citizen: Citizen
  readonly entered: Entered
  send(path: string, init?: RequestInit & Sending): Promise<Answer>
  sendJson(path: string, body: unknown, sending?: Sending): Promise<Answer>
  sendForm(path: string, fields: Readonly<Record<string, string>>, sending?: Sending): Promise<Answer>
  /** A token request with a code that nobody has used. */
  freshCode(): Promise<Record<string, string>>
}

/** The paths of the contract's section 4.1 that take more than a look. */
export const REGISTER = '/api/v1/accounts/register/'
export const RECOVER = '/api/v1/accounts/recover/'
export const TOKEN = '/o/token/'
export const REVOKE = '/o/revoke/'
export const INTROSPECT = '/api/integrations/introspect/'

let addresses = 0

/** An address that has asked nothing yet. */
export function freshAddress(): string {
  addresses += 1
  return `203.0.${addresses >> 8}.${addresses & 255}`
}

/** Starts everything. */
export async function openWire(): Promise<Wire> {
  const service = await openService({
    ...CONTRACT_LIMITS,
    PORTICO_TRUSTED_PROXIES: '127.0.0.0/8',
    PORTICO_SERVICE_NAME: 'city-identity',
  })
  const { identity } = service
  const counted = { tokenLimitPerMinute: null, introspectionLimitPerMinute: null }
  const program = await addProgram(identity.service, counted)
  const citizen = await addCitizen(identity.service, { phoneNumber: '' })
  const entered = await enterProgram(identity.service, program, citizen)
  const send: Wire['send'] = async (path, { from = freshAddress(), basic = '', ...init } = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', from)
    if (basic !== '') headers.set('authorization', basic)
    return read(await fetch(identity.baseUrl + path, { redirect: 'manual', ...init, headers }))
  }
  return {
    ...service,
    ...{ program, citizen, entered, send },
    sendJson: (path, body, sending) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...sending,
      }),
    sendForm: (path, fields, sending) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), basic: program.basic, ...sending }),
    async freshCode() {
      const attempt = newAttempt(program)
      return {
        grant_type: 'authorization_code',
        code: await obtainCode(entered.browser, attempt),
        redirect_uri: program.redirectUri,
        code_verifier: attempt.verifier,
      }
    },
  }
}

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text()
  const type = answer.headers.get('content-type')
  const json = type?.startsWith('application/json') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: answer.status, type, headers: answer.headers, text, json }
}
