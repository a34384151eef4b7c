import { join } from 'node:path'
import { type CheckedRequest, cookieHeader } from '../../../journeys/kit/http/request.ts'
import { type IdentityProcess, startIdentity } from '../../../journeys/kit/identity-process.ts'
import { type Provider, registrationRequest } from '../../../journeys/kit/oauth-requests.ts'
import { SESSION_COOKIE } from '../../../packages/identity/src/access/index.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import type { Load } from '../../kit/load/plan.ts'
import { formOf } from '../../kit/page-forms.ts'
import type { Testbed } from '../testbed.ts'
import type { Candidate } from './candidate.ts'
import { THIS_TREE, type Tree } from './other-tree.ts'
import { addPeople, addTrustedProgram, type Named } from './portico-people.ts'
import { forEach, prepareRevocations, providerLoad } from './provider-load.ts'
import { PRODUCTION, profilerOptions } from './start-server.ts'

/** The name of Portico in the report. */
export const PORTICO = 'Portico'

/** The service, running, with the port of its metrics. */
export type StartedPortico = IdentityProcess & { readonly metricsPort: number }

/** How a process of the service is run. */
export interface PorticoStart {
  /** The name of its log. */
  readonly name?: string
  /** Its source tree; by default this one. */
  readonly tree?: Tree
  readonly environment?: Readonly<Record<string, string>>
  /** Pins it to a core; by default to that of the measured server. */
  readonly onCore?: (command: readonly string[]) => readonly string[]
}

/** Starts the service as an operator does, but with raised limits. Logs at `info` go to a file. */
export async function startPortico(
  { folder, pinning, cleanup }: Testbed,
  databaseUrl: string,
  { name = 'portico', tree = THIS_TREE, environment, onCore = pinning.onServerCore }: PorticoStart = {},
): Promise<StartedPortico> {
  const metricsPort = await freePort()
  const identity = await startIdentity({
    ...{ databaseUrl, onCore, root: tree.root, logFile: join(folder, `${name}-${metricsPort}.log`) },
    nodeOptions: [...tree.nodeOptions, ...profilerOptions(name)],
    environment: {
      ...tree.nodeEnvironment,
      ...PRODUCTION,
      PORTICO_METRICS_PORT: String(metricsPort),
      PORTICO_LOG_LEVEL: 'info',
      PORTICO_DATABASE_DEADLINE_MS: '',
      ...environment,
    },
  })
  cleanup.add(() => {
    const hard = setTimeout(() => void identity.kill(), 5_000)
    return identity.close().finally(() => clearTimeout(hard))
  })
  // The process measures itself from the first read of its metrics on. In a deployment they are read all the time.
  await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text())
  return Object.assign(identity, { metricsPort })
}

/** Adds citizens and a program to the service. */
export async function porticoCandidate(server: StartedPortico, people: number): Promise<Candidate> {
  const provider = porticoProvider(server.port, await addTrustedProgram(server.db))
  const citizens = await addPeople(server.db, people)
  let signIns: Promise<Load> | undefined
  return {
    ...{ name: PORTICO, server },
    operations: [
      'introspection',
      'userinfo',
      'authorize',
      'refresh',
      'code-exchange',
      'sign-in',
      'registration',
    ],
    prepare: async (wanted) => {
      if (wanted.operation === 'registration') return registrations(wanted.amount)
      if (wanted.operation !== 'sign-in') return providerLoad(provider, citizens, wanted)
      signIns ??= knownSignIns(server, citizens)
      return signIns
    },
    prepareRevocations: (count) => prepareRevocations(provider, citizens, count),
  }
}

/** The service as a program sees it. */
export function porticoProvider(port: number, client: Omit<Provider, 'port' | 'redirectStatus'>): Provider {
  return { ...client, port, redirectStatus: 302 }
}

/** Each sends the form of another citizen before it sends the same again, which a kept answer would answer without a hash. */
const CITIZENS_OF_A_BROWSER = 8

/** A sign-in request for each citizen, with the right password. Several share a page, each time one after the other. */
export async function signInsOf(
  identity: IdentityProcess,
  people: readonly Named[],
): Promise<readonly CheckedRequest[]> {
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(people.length / CITIZENS_OF_A_BROWSER) }, async () => {
      const browser = identity.browser()
      return { page: await browser.get('/login/'), cookie: cookieHeader(browser.cookies) }
    }),
  )
  return people.flatMap(({ email }, index) => {
    const shown = pages[index % pages.length]
    if (!shown) return []
    const request = formOf(shown.page, { email, password: TEST_PASSWORD }, { cookie: shown.cookie })
    return [{ ...request, status: 303, contains: `${SESSION_COOKIE}=` }]
  })
}

/** The same after every citizen has signed in once: each account knows the browser, so the service writes no letter. */
export async function knownSignIns(identity: IdentityProcess, people: readonly Named[]): Promise<Load> {
  const requests = await signInsOf(identity, people)
  await forEach(requests, (send, request) => send(identity.port, request))
  return { kind: 'cycle', requests }
}

let registered = 0

function registrations(amount: number): Load {
  const requests = Array.from({ length: amount }, () => {
    registered += 1
    return registrationRequest(`bo.${registered}@example.test`)
  })
  return { kind: 'once', requests }
}
