import { addCitizen, addProgram } from '../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../packages/identity/testing/program-flow.ts'
import { CONTRACT_LIMITS } from './kit/identity-process.ts'
import { openService } from './service.ts'

/** The parts of an answer that the contract specifies. */
export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
}

/** The headers of a request, its address, and the client authentication; `''` for none. */
export interface Sending {
  readonly from?: string
  readonly basic?: string
}

/** The running service with the limits of the contract, behind a proxy, so that each request may come from another address. */
export type Wire = Awaited<ReturnType<typeof openWire>>

/** The paths of the POST endpoints of contract section 4.1. */
export const REGISTER = '/api/v1/accounts/register/'
export const RECOVER = '/api/v1/accounts/recover/'
export const TOKEN = '/o/token/'
export const REVOKE = '/o/revoke/'
export const INTROSPECT = '/api/integrations/introspect/'

let addresses = 0

/** An address without earlier requests. */
export function freshAddress(): string {
  addresses += 1
  return `203.0.${addresses >> 8}.${addresses & 255}`
}

/** Starts everything. */
export async function openWire() {
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
  const send = async (
    path: string,
    { from = freshAddress(), basic = '', ...init }: RequestInit & Sending = {},
  ): Promise<Answer> => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', from)
    if (basic !== '') headers.set('authorization', basic)
    return read(await fetch(identity.baseUrl + path, { redirect: 'manual', ...init, headers }))
  }
  return {
    ...service,
    ...{ program, citizen, entered, send },
    sendJson: (path: string, body: unknown, sending?: Sending) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...sending,
      }),
    sendForm: (path: string, fields: Readonly<Record<string, string>>, sending?: Sending) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), basic: program.basic, ...sending }),
    /** A token request with a code that nobody has used. */
    async freshCode(): Promise<Record<string, string>> {
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
