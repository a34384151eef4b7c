import { parseOwnJson } from '../../../packages/identity/src/platform/own-json.ts'
import type { TokenReply } from '../../../packages/identity/testing/program-flow.ts'
import type { Day } from '../day.ts'
import type { ConnectedProgram } from '../people/connected-programs.ts'

/** An answer to a program. */
export interface ProgramReply {
  readonly status: number
  readonly body: Partial<Record<'access_token' | 'refresh_token' | 'id_token' | 'error', string>> & {
    readonly active?: boolean
    readonly sub?: string
  }
}

type Fields = Readonly<Record<string, string>>
type Caller = Pick<ConnectedProgram, 'basic' | 'address'>

/** Sends a form as the back end of a program does. */
export async function postAsProgram(
  { stage, answers }: Pick<Day, 'stage' | 'answers'>,
  { basic, address }: Caller,
  path: string,
  fields: Fields,
): Promise<ProgramReply> {
  const answer = await answers.send(stage.identity.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    body: String(new URLSearchParams(fields)),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  const body = isJson ? parseOwnJson<ProgramReply['body']>(await answer.text()) : {}
  return { status: answer.status, body }
}

/** What a token request brought. Throws where it was refused. */
export function tokensOf({
  status,
  body,
}: ProgramReply): Pick<TokenReply['body'], 'access_token' | 'refresh_token' | 'id_token'> {
  const { access_token, refresh_token, id_token = '' } = body
  if (status !== 200 || access_token === undefined || refresh_token === undefined)
    throw new Error(`The token endpoint answered ${status} ${body.error}`)
  return { access_token, refresh_token, id_token }
}

/** Exchanges a code. */
export function exchangeCode(
  day: Day,
  program: ConnectedProgram,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<ProgramReply> {
  return postAsProgram(day, program, '/o/token/', {
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
    redirect_uri: program.redirectUri,
  })
}

/** Exchanges a refresh token. */
export function refreshTokens(
  day: Day,
  program: ConnectedProgram,
  refreshToken: string,
): Promise<ProgramReply> {
  return postAsProgram(day, program, '/o/token/', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
}

/** Whether a token is active. Throws where the answer is no answer. */
export async function isActive(day: Day, program: ConnectedProgram, token: string): Promise<boolean> {
  const { status, body } = await postAsProgram(day, program, '/api/integrations/introspect/', { token })
  if (status !== 200 || body.active === undefined) throw new Error(`Introspection answered ${status}`)
  return body.active
}
