import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { stop, watch } from '../../../../journeys/kit/child-process.ts'
import { cookieHeader, getRequest } from '../../../../journeys/kit/http/request.ts'
import { statusOf } from '../../../../journeys/kit/identity-process.ts'
import { crossSiteGet } from '../../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../../journeys/kit/until.ts'
import { freePort } from '../../../../packages/identity/testing/free-port.ts'
import { TestBrowser } from '../../../../packages/identity/testing/test-browser.ts'
import type { Testbed } from '../../testbed.ts'
import type { Candidate, Server } from '../candidate.ts'
import type { startPortico } from '../portico.ts'
import { addTrustedProgram, type BenchCitizen } from '../portico-people.ts'
import { newSender } from '../provider-load.ts'

/** The name of oauth2-proxy's answer to a proxy that asks about a request. */
export const OAUTH2_PROXY = 'oauth2-proxy, no check'

const PROGRAM = 'oauth2-proxy'
const CALLBACK_PATH = '/oauth2/callback'

/** Its sessions are cookies, so more of them would cost nothing. */
const MOST_SESSIONS = 256

/** A session at oauth2-proxy, with its citizen. */
interface ProxySession {
  readonly email: string
  readonly cookie: string
}

/** The started program, and its sessions. */
export interface StartedProxy {
  readonly server: Server
  readonly sessions: readonly ProxySession[]
}

type Identity = Awaited<ReturnType<typeof startPortico>>

/** Starts the oauth2-proxy of the `PATH`, on the core of the servers, and signs citizens in. Null where there is none. */
export async function startOauth2Proxy(
  testbed: Testbed,
  identity: Identity,
  people: readonly BenchCitizen[],
): Promise<StartedProxy | null> {
  if (spawnSync(PROGRAM, ['--version']).error) {
    testbed.say(`${PROGRAM} is not on the PATH: the run goes on without it`)
    return null
  }
  const port = await freePort()
  const environment = await settingsFor(identity, port)
  const server = await startProgram(testbed, port, environment)
  const some = people.slice(0, MOST_SESSIONS)
  testbed.say(`signing citizens in at ${PROGRAM} ${some.length} times`)
  const { send, close } = newSender()
  const sessions: ProxySession[] = []
  for (const { email, cookie } of some) {
    const browser = new TestBrowser(`http://localhost:${port}`)
    const begun = await browser.get('/oauth2/start?rd=/')
    const back = await send(identity.port, crossSiteGet(pathOf(begun.location), cookie))
    const landed = await browser.get(pathOf(back.headers['location']), { follow: false })
    const kept = [...browser.cookies].filter(([name]) => !name.includes('csrf'))
    if (landed.status !== 302 || kept.length === 0)
      throw new Error(
        `the sign-in at ${PROGRAM} stopped at ${landed.status}: see its log in the folder of the run`,
      )
    sessions.push({ email, cookie: cookieHeader(kept) })
  }
  close()
  return { server, sessions }
}

/** As its documentation advises with PKCE. Its session is a sealed cookie, and it asks the identity service about none. */
async function settingsFor({ db, port }: Identity, ownPort: number) {
  const redirectUri = `http://localhost:${ownPort}${CALLBACK_PATH}`
  const client = await addTrustedProgram(db, [redirectUri])
  const settings = {
    PROVIDER: 'oidc',
    OIDC_ISSUER_URL: `http://localhost:${port}`,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.secret,
    REDIRECT_URL: redirectUri,
    CODE_CHALLENGE_METHOD: 'S256',
    INSECURE_OIDC_SKIP_NONCE: 'false',
    SCOPE: 'openid profile email',
    EMAIL_DOMAINS: '*',
    COOKIE_SECRET: randomBytes(16).toString('hex'),
    COOKIE_SECURE: 'false',
    HTTP_ADDRESS: `127.0.0.1:${ownPort}`,
    UPSTREAMS: 'static://202',
    SET_XAUTHREQUEST: 'true',
    SKIP_PROVIDER_BUTTON: 'true',
    REQUEST_LOGGING: 'false',
    AUTH_LOGGING: 'false',
    STANDARD_LOGGING: 'false',
  }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`OAUTH2_PROXY_${name}`, value]))
}

async function startProgram(
  { folder, pinning, cleanup }: Testbed,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<Server> {
  const logFile = join(folder, `${PROGRAM}.log`)
  const log = openSync(logFile, 'a')
  const [command = '', ...args] = pinning.onServerCore([PROGRAM])
  const { PATH = '' } = process.env
  const run = watch(
    spawn(command, args, { env: { PATH, ...environment }, stdio: ['ignore', log, log] }),
    logFile,
  )
  closeSync(log)
  cleanup.add(() => stop(run))
  const answers = async () => (await statusOf(`http://127.0.0.1:${port}/ping`)) === 200 || undefined
  await until(() => `${PROGRAM} answers 200: ${run.output()}`, answers, 60_000, 4)
  return { pid: run.child.pid ?? 0, port }
}

function pathOf(url = ''): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** What a proxy asks about a request. The answer must name the citizen. */
export function oauth2ProxyCandidate({ server, sessions }: StartedProxy): Candidate {
  const requests = sessions.map(({ email, cookie }) => ({
    ...getRequest('/oauth2/auth', { cookie }),
    ...{ status: 202, contains: email },
  }))
  return {
    ...{ name: OAUTH2_PROXY, server, operations: ['guarded-route'] },
    prepare: async () => ({ kind: 'cycle', requests }),
  }
}
