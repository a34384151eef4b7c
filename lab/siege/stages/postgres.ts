import { until } from '../../kit/until.ts'
import { freePort } from '../../../packages/identity/testing/test-service.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import { type Line, openLine } from '../ground/line.ts'
import { introspectShot } from '../ground/paper.ts'
import { askAll, prepareQuestions, type Questions } from '../ground/questions.ts'
import { type Hit, openWire, salvo } from '../ground/salvo.ts'
import { openTown, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'
import { drainConnections, setReadOnly } from './postgres-orders.ts'

/** PostgreSQL fails in every way that databases fail. */
export const postgres: Stage = {
  name: 'postgres',
  about: 'the database hangs, dies, restarts, is full, read-only, slow or cut off',
  async run(siege) {
    const line = await openLine(siege.ground.socketFile)
    siege.closings.add(() => line.close())
    const metricsPort = await freePort()
    const town = await openTown(siege, {
      processes: 1,
      databaseUrl: ({ name }) => `postgres://portico@127.0.0.1:${line.port}/${name}`,
      environment: { PORTICO_METRICS_PORT: String(metricsPort) },
    })
    for (const trouble of troubles(siege, line))
      await suffer(siege, { town, metricsPort }, trouble).catch(async (error: unknown) => {
        const gone = await faultsOfProcess(town)
        throw gone.length === 0 ? error : new Error(`${trouble.name}: ${gone.join(' ')}`, { cause: error })
      })
    await town.close()
  },
}

/** One way to fail. */
interface Trouble {
  readonly name: string
  /** `away`: nothing that needs the database can be answered well. `partly`: what needs no writing may be. */
  readonly kind: 'away' | 'partly'
  begin(): Promise<() => Promise<void>>
}

function troubles(siege: Siege, line: Line): readonly Trouble[] {
  const { ground } = siege
  const lineTrouble = (
    name: string,
    mode: Parameters<Line['become']>[0],
    kind: Trouble['kind'] = 'away',
  ): Trouble => ({
    name,
    kind,
    begin: async () => {
      line.become(mode)
      return async () => line.become({ kind: 'open' })
    },
  })
  const ended = (name: string, how: 'SIGINT' | 'SIGKILL'): Trouble => ({
    name,
    kind: 'away',
    begin: async () => {
      await ground.end(how)
      return () => ground.revive()
    },
  })
  return [
    {
      name: 'paused (SIGSTOP)',
      kind: 'away',
      begin: async () => {
        ground.signal('SIGSTOP')
        return async () => ground.signal('SIGCONT')
      },
    },
    ended('stopped', 'SIGINT'),
    ended('killed', 'SIGKILL'),
    { name: 'out of connections', kind: 'away', begin: () => drainConnections(ground) },
    { name: 'read-only', kind: 'partly', begin: () => setReadOnly(ground) },
    lineTrouble('cut off', { kind: 'cut' }),
    lineTrouble('silent', { kind: 'silent' }),
    lineTrouble('slow, 5 s each way', { kind: 'slow', milliseconds: 5_000 }),
    lineTrouble('slow, 200 ms each way', { kind: 'slow', milliseconds: 200 }, 'partly'),
    lineTrouble(
      'cut at random bytes',
      { kind: 'ragged', bytes: () => 300 + Math.floor(Math.random() * 3_000) },
      'partly',
    ),
  ]
}

const WORDS: Readonly<Record<Trouble['kind'], string>> = {
  away: '503 within 3 s',
  partly: '503 or the truth',
}

interface Place {
  readonly town: Town
  readonly metricsPort: number
}

/** The database is away: everybody is told so within this. */
const MOST_MILLISECONDS = 3_000

/** The database is there and answers late: an answer takes as many round trips as it needs, and comes. */
const MOST_LATE_MILLISECONDS = 15_000
const HEALED_MILLISECONDS = 15_000

async function suffer(siege: Siege, place: Place, trouble: Trouble): Promise<void> {
  const { town } = place
  const faults: string[] = []
  let slowest = 0
  const rounds = siege.count(1, 4)
  const healings: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const questions = await prepareQuestions(town)
    const mend = await trouble.begin()
    slowest = Math.max(slowest, await whileItLasts(place, { trouble, questions, faults }).finally(mend))
    faults.push(...(await faultsOfProcess(town)))
    healings.push(await healed(place, questions, faults))
    faults.push(...(await afterwards(town, questions)))
  }
  const heal = Math.round(Math.max(...healings))
  siege.judge(
    `${trouble.name}: ${WORDS[trouble.kind]}; health 200, then healed, nothing half done`,
    faults,
    `slowest answer ${Math.round(slowest)} ms, well again after ${heal} ms`,
  )
}

interface Lasting {
  readonly trouble: Trouble
  readonly questions: Questions
  readonly faults: string[]
}

/** Asks everything twice: at first connections break under the request, later they are known to be gone. */
async function whileItLasts(place: Place, { trouble, questions, faults }: Lasting): Promise<number> {
  let slowest = 0
  for (const when of ['at first', 'later']) {
    const hits = await askAll(questions, place.town.at(0).port)
    slowest = Math.max(slowest, ...[...hits.values()].map(({ milliseconds }) => milliseconds))
    faults.push(...faultsOf(hits, trouble).map((fault) => `${when}, ${fault}`))
  }
  faults.push(...(await faultsOfHealth(place, trouble)))
  return slowest
}

/** Whatever the database does, the process is the one from before. */
async function faultsOfProcess(town: Town): Promise<readonly string[]> {
  const isThere = await ask(town.at(0).port, '/api/health/').catch(() => 0)
  return isThere === 200 ? [] : [`the service is gone: ${town.at(0).output().slice(-1_500)}`]
}

function faultsOf(hits: ReadonlyMap<string, Hit>, { kind }: Trouble): readonly string[] {
  const most = kind === 'away' ? MOST_MILLISECONDS : MOST_LATE_MILLISECONDS
  return [...hits].flatMap(([name, { status, body, milliseconds }]) => {
    const faults: string[] = []
    if (milliseconds > most) faults.push(`${name} took ${Math.round(milliseconds)} ms`)
    if (!mayAnswer(kind, status)) faults.push(`${name} was answered ${status}`)
    if (/"active":\s*false/.test(body)) faults.push(`${name} called a living token inactive`)
    if (/\n\s+at .*\.ts:/.test(body)) faults.push(`${name} showed a stack trace`)
    return faults
  })
}

/** Status 0: the connection ended without an answer. */
function mayAnswer(kind: Trouble['kind'], status: number): boolean {
  return status === 503 || (kind === 'partly' && status > 0 && status < 500)
}

async function faultsOfHealth({ town, metricsPort }: Place, { kind }: Trouble): Promise<readonly string[]> {
  const health = await ask(town.at(0).port, '/api/health/')
  const ready = await ask(metricsPort, '/readyz')
  const faults = health === 200 ? [] : [`health answered ${health}`]
  return kind === 'away' && ready !== 503 ? [...faults, `readyz answered ${ready}`] : faults
}

async function ask(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) })
  await answer.text()
  return answer.status
}

/** Asks until introspection is right again; on the way it may say 503 and nothing else. */
async function healed(
  { town, metricsPort }: Place,
  { living }: Questions,
  faults: string[],
): Promise<number> {
  const start = performance.now()
  const wire = await openWire(town.at(0).port)
  await until('introspection answers again', async () => {
    const [hit] = await salvo([wire], [introspectShot(town.program, living)])
    if (hit?.status === 503) return undefined
    if (hit?.status !== 200 || !/"active":\s*true/.test(hit.body))
      faults.push(`while it healed, introspection answered ${hit?.status} ${hit?.body.slice(0, 80)}`)
    return true
  })
  const took = performance.now() - start
  wire.close()
  if (took > HEALED_MILLISECONDS) faults.push(`it took ${Math.round(took)} ms to heal`)
  await until('readyz is well again', async () =>
    (await ask(metricsPort, '/readyz')) === 200 ? true : undefined,
  )
  return took
}

/** What was refused may be asked again; nothing was half done. */
async function afterwards(town: Town, questions: Questions): Promise<readonly string[]> {
  const again = await askAgain(questions, town)
  const faults: string[] = []
  for (const [name, { status }] of again)
    if (status >= 500) faults.push(`afterwards ${name} is answered ${status}`)
  if (again.get('revoke')?.status !== 200) faults.push('a revocation cannot be repeated')
  const wire = await openWire(town.at(0).port)
  const [dead] = await salvo([wire], [introspectShot(town.program, questions.revoked.access)])
  wire.close()
  if (!/"active":\s*false/.test(dead?.body ?? '')) faults.push('what was revoked lives')
  const outlived = await tokensThatOutlivedTheirGrant(town.database)
  return outlived.length === 0 ? faults : [...faults, `${outlived.length} access tokens outlived their grant`]
}

/** Connections that broke meanwhile are found out one by one: a 503 may be followed by an answer. */
async function askAgain(questions: Questions, town: Town): Promise<ReadonlyMap<string, Hit>> {
  return until('every endpoint answers again', async () => {
    const hits = await askAll(questions, town.at(0).port)
    return [...hits.values()].some(({ status }) => status === 503) ? undefined : hits
  })
}
