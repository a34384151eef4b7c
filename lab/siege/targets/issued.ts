import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader, getRequest, type HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { IdentityProcess } from '../../../journeys/kit/identity-process.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import {
  codeRequest,
  introspectionRequest,
  refreshRequest,
  revocationRequest,
  type Tokens,
} from '../../../journeys/kit/oauth-requests.ts'
import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import { formAt } from '../../kit/page-forms.ts'
import { type Deployment, recovery, registration, SUBJECTS } from './deployment.ts'

/** The one value that is the citizen's own, and not issued. */
export const PASSWORD = 'the password of that time'

const NEW_PASSWORD = 'five otters under an old mill'

/** One of each kind of value that the service issues, all of them valid. */
export interface Issued {
  readonly citizen: Citizen
  readonly tokens: Tokens
  readonly code: HttpRequest
  readonly cookie: string
  readonly signOut: HttpRequest
  readonly recovery: string
  /** The address of somebody who registers, and the link. */
  readonly registers: string
  readonly registration: string
}

let people = 0

/** A citizen enters a program, obtains one more code, and asks for a link. Somebody else registers. */
export async function issueOneOfEach({ at, mail, program, ...deployment }: Deployment): Promise<Issued> {
  people += 1
  const citizen = await deployment.newCitizen()
  const { browser, tokens } = await enterProgram(at(people).service, program, citizen)
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const registers = `registers.once.${people}@example.test`
  await deployment.send(recovery(citizen.email))
  await deployment.send(registration(registers))
  return {
    ...{ citizen, tokens, registers },
    code: codeRequest(program, { ...attempt, code }),
    cookie: cookieHeader(browser.cookies),
    signOut: await formAt(browser, '/logout/'),
    recovery: linkPath(await mail.mailTo(citizen.email, SUBJECTS.recover)),
    registration: linkPath(await mail.mailTo(registers, SUBJECTS.register)),
  }
}

/** Uses each of them, or ends it. The citizen has another password then. */
export async function useUp({ at, program, send }: Deployment, issued: Issued): Promise<void> {
  const requests = [issued.code, revocationRequest(program, issued.tokens.refresh_token), issued.signOut]
  const statuses: number[] = []
  for (const request of requests) statuses.push((await send(request)).status)
  for (const link of [issued.recovery, issued.registration]) {
    const browser = at(0).browser()
    const used = await browser.submit(await browser.get(link), { password: NEW_PASSWORD }, { follow: false })
    statuses.push(used.status)
  }
  if (statuses.some((status) => status >= 400))
    throw new Error(`Using everything up was answered ${statuses.join(' ')}`)
}

/** The names of those that are valid at a process. */
export async function findAlive(
  identity: Pick<IdentityProcess, 'port' | 'browser'>,
  program: Deployment['program'],
  issued: Issued,
): Promise<readonly string[]> {
  const { access_token, refresh_token } = issued.tokens
  const send = (request: HttpRequest) => sendOnce(identity.port, request)
  const isThere = async (link: string) => (await identity.browser().get(link)).status === 200
  const works = async (request: HttpRequest, status = 200) => (await send(request)).status === status
  const opens = async (password: string) =>
    works(await formAt(identity.browser(), '/login/', { email: issued.citizen.email, password }), 303)
  const alive: Readonly<Record<string, () => Promise<boolean>>> = {
    'an access token': async () =>
      (await send(introspectionRequest(program, access_token))).holds('"active":true'),
    'a code': () => works(issued.code),
    'a refresh token': () => works(refreshRequest(program, refresh_token)),
    'a session': () => works(getRequest('/account/', { cookie: issued.cookie })),
    'a recovery link': () => isThere(issued.recovery),
    'a registration link': () => isThere(issued.registration),
    [PASSWORD]: () => opens(TEST_PASSWORD),
    'a later password': () => opens(NEW_PASSWORD),
  }
  const found: string[] = []
  for (const [what, isAlive] of Object.entries(alive)) if (await isAlive()) found.push(what)
  return found
}
