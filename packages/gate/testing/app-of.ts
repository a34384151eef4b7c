import { createHash, randomBytes } from 'node:crypto'
import type { ForgeIdToken } from '../../program/src/testing/index.ts'
import { BASE } from '../../program/testing/program.ts'
import type { Answered, GateStage } from './gate-stage.ts'

/** The origin of the app. Its gate needs `SSO_RETURN_URIS` with `/signed-in` below it. */
export const APP = 'https://app.example.test'

/** The headers with which a page of the app opens a WebSocket (RFC 6455 section 4.1). */
export const SOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  origin: APP,
}

/** The status of an answer, and the code of a refusal. */
export const codeOf = ({ status, body }: Pick<Answered, 'status' | 'body'>): string =>
  body.startsWith('{') ? `${status} ${(JSON.parse(body) as { code: string }).code}` : String(status)

/** An app that holds bearer tokens. */
export interface TicketApp {
  readonly subject: string
  readonly bearer: string
  /** The address with a ticket for it. `{}` as the scope makes one for every address. */
  withTicket(address: string, scope?: object): Promise<string>
  signOut(): Promise<unknown>
}

/** An app of another origin that is signed in with bearer tokens through the gate. `forge` changes its ID token. */
export async function appOf(stage: GateStage, forge?: ForgeIdToken, origin = APP): Promise<TicketApp> {
  const base = stage.settings['SSO_PROGRAM_URL'] ?? BASE
  const { host } = new URL(base)
  const post = async (path: string, body: object, bearer = '') => {
    const headers = {
      ...{ host, 'content-type': 'application/json', origin },
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    const answered = await stage.ask({
      ...{ method: 'POST', path: `/api/v1/sso/${path}` },
      ...{ headers, body: JSON.stringify(body) },
    })
    if (answered.status !== 200 && answered.status !== 204) throw new Error(`${path} ${codeOf(answered)}`)
    return (answered.body === '' ? {} : JSON.parse(answered.body)) as Record<string, string>
  }
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const begun = await post('begin/', { return_uri: `${origin}/signed-in`, code_challenge: challenge })
  const { subject } = stage.served.identity.addCitizen({
    email: `app-${randomBytes(4).toString('hex')}@example.test`,
  })
  if (forge) stage.served.identity.forgeNextIdToken(forge)
  const callback = await stage.served.identity.authorize(begun['authorization_url'] ?? '', { subject })
  const landed = await stage.ask({ path: callback.slice(base.length), headers: { host } })
  const code = new URL(landed.headers.get('location') ?? '').searchParams.get('sso_code') ?? ''
  const bearer = (await post('exchange/', { code, code_verifier: verifier }))['access_token'] ?? ''
  return {
    ...{ subject, bearer },
    async withTicket(address: string, scope: object = { address }) {
      const { sso_ticket: ticket } = await post('ticket/', scope, bearer)
      return `${address}${address.includes('?') ? '&' : '?'}sso_ticket=${ticket}`
    },
    signOut: () => post('logout/', {}, bearer),
  }
}
