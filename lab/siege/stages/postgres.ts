import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { statusOf } from '../../../journeys/kit/identity-process.ts'
import { introspectionRequest } from '../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../journeys/kit/until.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import type { LabPostgres } from '../../kit/postgres.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment } from '../targets/deployment.ts'
import { askAll, type EndpointRequests, prepareRequests } from '../targets/endpoints.ts'
import { openTcpProxy, type TcpProxy } from '../targets/tcp-proxy.ts'
import { drainConnections, setReadOnly } from './postgres-orders.ts'

/** PostgreSQL fails in every way that databases fail. */
export const postgres: Stage = {
  name: 'postgres',
  about: 'the database hangs, dies, restarts, is full, read-only, slow or cut off',
  async run(siege) {
    const proxy = await openTcpProxy(siege.postgres.socketFile)
    siege.cleanup.add(() => proxy.close())
    const metricsPort = await freePort()
    const deployment = await openDeployment(siege, {
      processes: 1,
      databaseUrl: ({ name }) => `postgres://portico@127.0.0.1:${proxy.port}/${name}`,
      environment: { PORTICO_METRICS_PORT: String(metricsPort) },
    })
    for (const trouble of troublesOf(siege.postgres, proxy))
      await tryTrouble(siege, { deployment, metricsPort }, trouble).catch(async (error: unknown) => {
        const gone = await faultsOfProcess(deployment)
        throw gone.length === 0 ? error : new Error(`${trouble.name}: ${gone.join(' ')}`, { cause: error })
      })
  },
}

/** One way to fail. */
interface Trouble {
  readonly name: string
  /** `away`: no request that needs the database can succeed. `partly`: requests without writes may succeed. */
  readonly kind: 'away' | 'partly'
  begin(): Promise<() => Promise<void>>
}

function troublesOf(server: LabPostgres, proxy: TcpProxy): readonly Trouble[] {
  const away = (name: string, begin: Trouble['begin']): Trouble => ({ name, kind: 'away', begin })
  const partly = (name: string, begin: Trouble['begin']): Trouble => ({ name, kind: 'partly', begin })
  const onTheWay = (mode: Parameters<TcpProxy['become']>[0]) => async () => {
    proxy.become(mode)
    return async () => proxy.become({ kind: 'open' })
  }
  const ended = (how: 'SIGINT' | 'SIGKILL') => async () => {
    await server.end(how)
    return () => server.revive()
  }
  const paused = async () => {
    server.signal('SIGSTOP')
    return async () => server.signal('SIGCONT')
  }
  const raggedBytes = () => 300 + Math.floor(Math.random() * 3_000)
  return [
    away('paused (SIGSTOP)', paused),
    away('stopped', ended('SIGINT')),
    away('killed', ended('SIGKILL')),
    away('out of connections', () => drainConnections(server)),
    partly('read-only', () => setReadOnly(server)),
    away('cut off', onTheWay({ kind: 'cut' })),
    away('silent', onTheWay({ kind: 'silent' })),
    away('slow, 5 s each way', onTheWay({ kind: 'slow', milliseconds: 5_000 })),
    partly('slow, 200 ms each way', onTheWay({ kind: 'slow', milliseconds: 200 })),
    partly('cut at random bytes', onTheWay({ kind: 'ragged', bytes: raggedBytes })),
  ]
}

const WORDS: Readonly<Record<Trouble['kind'], string>> = {
  away: '503 within 3 s',
  partly: '503 or a correct answer',
}

interface Place {
  readonly deployment: Deployment
  readonly metricsPort: number
}

/** Without a database, every answer comes within this time. */
const MOST_MILLISECONDS = 3_000

/** With a slow database, a response takes as many round trips as it needs. */
const MOST_LATE_MILLISECONDS = 15_000
const HEALED_MILLISECONDS = 15_000

async function tryTrouble(siege: Siege, place: Place, trouble: Trouble): Promise<void> {
  const faults: string[] = []
  let slowest = 0
  let healed = 0
  const rounds = siege.count(1, 4)
  for (let round = 1; round <= rounds; round += 1) {
    const requests = await prepareRequests(place.deployment)
    const mend = await trouble.begin()
    slowest = Math.max(slowest, await whileItLasts(place, { trouble, requests, faults }).finally(mend))
    faults.push(...(await faultsOfProcess(place.deployment)))
    healed = Math.max(healed, await heal(place, requests, faults))
    faults.push(...(await faultsAfterwards(place.deployment, requests)))
  }
  siege.judge(
    `${trouble.name}: ${WORDS[trouble.kind]}; health 200, then recovery, with no partial effect`,
    faults,
    `slowest answer ${Math.round(slowest)} ms, recovered after ${Math.round(healed)} ms`,
  )
}

interface Lasting {
  readonly trouble: Trouble
  readonly requests: EndpointRequests
  readonly faults: string[]
}

/** Asks every endpoint twice: at first connections break during the request, later they are known to be broken. */
async function whileItLasts(place: Place, { trouble, requests, faults }: Lasting): Promise<number> {
  const { port } = place.deployment.at(0)
  let slowest = 0
  for (const when of ['at first', 'later']) {
    const responses = await askAll(requests, port)
    for (const { milliseconds } of responses.values()) slowest = Math.max(slowest, milliseconds || 0)
    faults.push(...faultsOf(responses, trouble).map((fault) => `${when}, ${fault}`))
  }
  const health = await statusOf(`http://127.0.0.1:${port}/api/health/`)
  const ready = await statusOf(readyUrl(place))
  if (health !== 200) faults.push(`health answered ${health}`)
  if (trouble.kind === 'away' && ready !== 503) faults.push(`readyz answered ${ready}`)
  return slowest
}

const readyUrl = ({ metricsPort }: Place) => `http://127.0.0.1:${metricsPort}/readyz`

/** The process must not end in any case. */
async function faultsOfProcess({ at }: Deployment): Promise<readonly string[]> {
  const { port, output } = at(0)
  const health = await statusOf(`http://127.0.0.1:${port}/api/health/`)
  return health === 200 ? [] : [`the service is gone: ${output().slice(-1_500)}`]
}

function faultsOf(responses: ReadonlyMap<string, HttpResponse>, { kind }: Trouble): readonly string[] {
  const most = kind === 'away' ? MOST_MILLISECONDS : MOST_LATE_MILLISECONDS
  // Status 0: the connection ended without a response.
  const isAllowed = (status: number) => status === 503 || (kind === 'partly' && status > 0 && status < 500)
  return [...responses].flatMap(([name, { status, body, milliseconds }]) => [
    ...(milliseconds > most ? [`${name} took ${Math.round(milliseconds)} ms`] : []),
    ...(isAllowed(status) ? [] : [`${name} was answered ${status}`]),
    ...(/"active":\s*false/.test(body) ? [`${name} called a living token inactive`] : []),
    ...(/\n\s+at .*\.ts:/.test(body) ? [`${name} showed a stack trace`] : []),
  ])
}

/** Repeats introspection until it is correct. Until then, only 503 is allowed. Returns how long it took. */
async function heal(place: Place, { living }: EndpointRequests, faults: string[]): Promise<number> {
  const { send, program } = place.deployment
  const start = performance.now()
  await until('introspection answers again', async () => {
    const { status, body } = await send(introspectionRequest(program, living))
    if (status === 503) return undefined
    if (status !== 200 || !/"active":\s*true/.test(body))
      faults.push(`during the recovery, introspection answered ${status} ${body.slice(0, 80)}`)
    return true
  })
  const took = performance.now() - start
  if (took > HEALED_MILLISECONDS) faults.push(`it took ${Math.round(took)} ms to heal`)
  await until('readyz answers 200', async () => (await statusOf(readyUrl(place))) === 200 || undefined)
  return took
}

/** Refused requests work now, and none had a partial effect. */
async function faultsAfterwards(
  deployment: Deployment,
  requests: EndpointRequests,
): Promise<readonly string[]> {
  // Broken connections are noticed one by one, so that a 503 can still come between answers.
  const again = await until('every endpoint answers again', async () => {
    const responses = await askAll(requests, deployment.at(0).port)
    return [...responses.values()].some(({ status }) => status === 503) ? undefined : responses
  })
  const { access_token } = requests.revoked
  const dead = await deployment.send(introspectionRequest(deployment.program, access_token))
  const outlived = await tokensThatOutlivedTheirGrant(deployment.database)
  return [
    ...[...again].flatMap(([name, { status }]) =>
      status >= 500 ? [`afterwards ${name} is answered ${status}`] : [],
    ),
    ...(again.get('revoke')?.status === 200 ? [] : ['a revocation cannot be repeated']),
    ...(/"active":\s*false/.test(dead.body) ? [] : ['what was revoked lives']),
    ...(outlived.length === 0 ? [] : [`${outlived.length} access tokens outlived their grant`]),
  ]
}
