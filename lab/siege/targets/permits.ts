import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { nextMessage, type Run, startNode } from '../../../journeys/kit/child-process.ts'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { getRequest, type HttpRequest, jsonRequest } from '../../../journeys/kit/http/request.ts'
import { newVerifier, type Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { signIn } from '../../../packages/identity/testing/people.ts'
import type { TestBrowser } from '../../../packages/identity/testing/test-browser.ts'
import type { Siege } from '../stage.ts'
import type { Deployment } from './deployment.ts'

const CHILD = fileURLToPath(new URL('./permits-process.ts', import.meta.url))
const SSO = '/api/v1/sso/'

/** A browser that is redirected to the callback, with the verifier of the app. */
export interface Return {
  /** The callback's path. */
  readonly callback: string
  readonly verifier: string
}

/** A handoff, with the verifier of the app. */
export interface Handoff {
  readonly code: string
  readonly error: string
  readonly verifier: string
}

/** Two processes of one program on one database, behind one address. */
export type Permits = Awaited<ReturnType<typeof openPermits>>

interface AskOptions {
  readonly body?: unknown
  readonly bearer?: string | undefined
}

/** Where the database comes from, and what ends with the stage. */
interface PermitsNeeds extends Pick<Siege, 'cleanup'> {
  readonly postgres: Pick<Siege['postgres'], 'createDatabase'>
}

/** Starts both processes. They end with the stage. */
export async function openPermits(siege: PermitsNeeds, deployment: Deployment) {
  const database = await siege.postgres.createDatabase('template1')
  siege.cleanup.add(() => database.drop())
  const ports = [await freePort(), await freePort()] as const
  const url = `http://localhost:${ports[0]}`
  const client = await deployment.newProgram({
    redirectUris: [`${url}${SSO}callback/`],
    confirmation: 'skip-first-time',
  })
  const encryptionKey = randomBytes(32).toString('base64')
  const environment = {
    NODE_ENV: 'test',
    SSO_IDENTITY_URL: deployment.at(0).environment['PORTICO_BASE_URL'] ?? '',
    SSO_CLIENT_ID: client.clientId,
    SSO_CLIENT_SECRET: client.secret,
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${encryptionKey}`,
    PERMITS_DATABASE_URL: database.url,
  }
  const runs: Run[] = []
  // One after the other: the first makes the tables.
  for (const port of ports) {
    const run = startNode({ file: CHILD, environment: { ...environment, PERMITS_PORT: String(port) } })
    siege.cleanup.add(() => run.end('SIGKILL'))
    runs.push(run)
    await nextMessage(run, 120)
  }
  const send = (process: number, request: HttpRequest) => sendOnce(ports[process] ?? 0, request)
  /** Sends a request to one of the processes, as an app does. */
  const ask = (process: number, path: string, { body, bearer }: AskOptions = {}) => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    return send(process, body === undefined ? getRequest(path, headers) : jsonRequest(path, body, headers))
  }
  /** From begin to the redirect to the callback. */
  const authorize = async (
    browser: TestBrowser,
    { process = 0, bearer }: { readonly process?: number; readonly bearer?: string | undefined } = {},
  ): Promise<Return> => {
    const { verifier, challenge } = newVerifier()
    const link = bearer === undefined ? {} : { link: true }
    const body = { return_uri: `${url}/signed-in`, code_challenge: challenge, ...link }
    const begun = await ask(process, `${SSO}begin/`, { body, bearer })
    if (begun.status !== 200) throw new Error(`begin answered ${begun.status} ${begun.body}`)
    let page = await browser.get(begun.json<{ authorization_url: string }>().authorization_url)
    if (page.status === 200) page = await browser.submit(page, {}, { button: 'Continue' })
    const { pathname, search } = new URL(page.location ?? '')
    return { callback: pathname + search, verifier }
  }
  /** Requests the callback at a process. */
  const land = async (process: number, { callback, verifier }: Return): Promise<Handoff> => {
    const { headers } = await ask(process, callback)
    const { searchParams } = new URL(headers['location'] ?? '')
    const [code, error] = [searchParams.get('sso_code') ?? '', searchParams.get('sso_error') ?? '']
    return { verifier, code, error }
  }
  return {
    ...{ database, ports, send, ask, authorize, land },
    /** The secrets of the program's settings. */
    secrets: {
      'client secret': client.secret,
      'Basic credentials': client.basic.slice('Basic '.length),
      'encryption key': encryptionKey,
    },
    /** The output of both processes, on both streams. */
    output: () => runs.map((run) => run.output()).join(''),
    /** All steps of a citizen up to the handoff; with the bearer token of an old account, if there is one. */
    handoff: async (browser: TestBrowser, bearer?: string) => land(1, await authorize(browser, { bearer })),
  }
}

/** A browser in which a citizen is signed in centrally; by default a new one. */
export async function signedIn(
  deployment: Deployment,
  citizen?: Parameters<typeof signIn>[1],
): Promise<TestBrowser> {
  const browser = deployment.at(0).browser()
  await signIn(browser, citizen ?? (await deployment.newCitizen()))
  return browser
}

/** The exchange request of the app. */
export function exchangeRequest({ code, verifier }: Handoff): HttpRequest {
  return jsonRequest(`${SSO}exchange/`, { code, code_verifier: verifier })
}

/** The refresh request of the app. With a rotation id it may be repeated. */
export function rotationRequest({ refresh_token }: Tokens, rotationId?: string): HttpRequest {
  return jsonRequest(`${SSO}refresh/`, { refresh_token, ...(rotationId && { rotation_id: rotationId }) })
}
