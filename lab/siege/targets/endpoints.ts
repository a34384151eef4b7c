import { sendAtOnce } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader, getRequest, type HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import {
  codeRequest,
  introspectionRequest,
  refreshRequest,
  revocationRequest,
  type Tokens,
  userinfoRequest,
} from '../../../journeys/kit/oauth-requests.ts'
import {
  authorizeAddress,
  enterProgram,
  newAttempt,
  obtainCode,
} from '../../../packages/identity/testing/program-flow.ts'
import { formAt } from '../../kit/page-forms.ts'
import { type Deployment, recovery, registration } from './deployment.ts'

/** The values for a successful request to every endpoint. */
export interface EndpointRequests {
  /** One request for each endpoint that needs the database, by name. */
  readonly requests: Readonly<Record<string, HttpRequest>>
  /** An access token that stays active throughout. */
  readonly living: string
  /** The tokens for the revocation. */
  readonly revoked: Tokens
}

/** Prepares one request for each endpoint, with new codes and tokens. */
export async function prepareRequests(deployment: Deployment): Promise<EndpointRequests> {
  const { program } = deployment
  const { service } = deployment.at(0)
  const { browser, tokens } = await enterProgram(service, program, await deployment.newCitizen())
  const attempt = newAttempt(program)
  const rotating = (await enterProgram(service, program, browser)).tokens
  const revoked = (await enterProgram(service, program, browser)).tokens
  const cookie = cookieHeader(browser.cookies)
  const guess = { email: 'ana@example.test', password: 'a guess' }
  const requests = {
    'token, code': codeRequest(program, { ...attempt, code: await obtainCode(browser, attempt) }),
    'token, refresh': refreshRequest(program, rotating.refresh_token),
    introspect: introspectionRequest(program, tokens.access_token),
    revoke: revocationRequest(program, revoked.refresh_token),
    userinfo: userinfoRequest({}, tokens.access_token),
    authorize: getRequest(authorizeAddress(newAttempt(program)), { cookie }),
    'sign-in': await formAt(deployment.at(0).browser(), '/login/', guess),
    'sessions page': getRequest('/account/sessions/', { cookie }),
    register: registration('asks@example.test'),
    recover: recovery('asks@example.test'),
  }
  return { requests, living: tokens.access_token, revoked }
}

/** Sends all requests in parallel, each on its own connection. Status 0: the connection ended without a response. */
export async function askAll(
  { requests }: EndpointRequests,
  port: number,
): Promise<ReadonlyMap<string, HttpResponse>> {
  const responses = await sendAtOnce([port], Object.values(requests))
  return new Map(Object.keys(requests).map((name, index) => [name, responses[index] as HttpResponse]))
}
