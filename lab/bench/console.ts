import { randomBytes } from 'node:crypto'
import { createDatabase, withClient } from '../../journeys/kit/postgres-server.ts'
import { familyCpuMicroseconds } from '../../journeys/kit/proc.ts'
import { MIGRATIONS } from '../../packages/identity/src/migrations.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'
import { count, spread, table } from '../kit/markdown.ts'
import { commandRunner } from '../kit/run-command.ts'
import { startConsole } from '../kit/start-console.ts'
import { spreadOf } from '../kit/statistics.ts'
import { manyEventsCitizen, writeManyEvents } from './candidates/many-events.ts'
import type { Options } from './options.ts'
import { aboutMachine, publishReport, runFigures } from './report/results.ts'
import type { Testbed } from './testbed.ts'

const DATABASE = 'portico_console'
const EVENTS_PER_CITIZEN = 10
const ROUNDS = 3
const TIMES = 20
/** Each may ask so often within a minute, so they take turns. */
const KEYS = 12
const BY = { as: 'bench', reason: 'measured' }

/** A page of the console, by the operation of its API that reads the same. */
interface Page {
  readonly name: string
  readonly path: string
  readonly body?: object
}

/** What a page costs for each time that it is asked for. */
interface Cost {
  readonly name: string
  readonly milliseconds: number
  readonly postgresMilliseconds: number
  readonly consoleMilliseconds: number
}

/** Measures every page of the console on many citizens and ten times as many events. */
export async function consolePages(testbed: Testbed, options: Options): Promise<void> {
  const [, citizens = 0] = options.sizes
  const url = await createDatabase(testbed.postgres, DATABASE)
  await migrate({ kind: 'url', url }, MIGRATIONS)
  await withClient(testbed.postgres, DATABASE, (client) =>
    writeManyEvents(client, { citizens, eventsPerCitizen: EVENTS_PER_CITIZEN }, (written) =>
      testbed.say(`${written} of ${citizens} citizens written`),
    ),
  )
  const started = await openConsole(testbed, url)
  const subject = await withClient(testbed.postgres, DATABASE, async (client) => {
    const { rows } = await client.query<{ subject: string }>(
      'select subject from citizens where email = $1',
      [manyEventsCitizen(citizens / 2)],
    )
    return rows[0]?.subject ?? ''
  })
  const costs: Cost[] = []
  const pages = pagesFor(subject, citizens)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const page of pages) {
      testbed.say(page.name)
      costs.push(await measure(testbed, started, page))
    }
  const figures = runFigures(testbed, { ...options.pace, rounds: ROUNDS })
  const head = `${aboutMachine(figures)}: ${count(citizens)} citizens, ${count(citizens * EVENTS_PER_CITIZEN)} events.`
  publishReport(options, `${head}\n\n${pageTable(costs)}\n`, { ...figures, citizens, costs })
}

function pagesFor(subject: string, citizens: number): readonly Page[] {
  const who = manyEventsCitizen(citizens / 2)
  const aDayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  const audit = (name: string, body: object): Page => ({ name: `audit: ${name}`, path: '/audit', body })
  return [
    { name: 'search: an address', path: '/search', body: { who } },
    { name: 'search: a name', path: '/search', body: { who: `Ana Example ${citizens / 2}` } },
    { name: 'search: an address that nobody has', path: '/search', body: { who: 'nobody@example.test' } },
    { name: 'citizen', path: `/citizens/${subject}` },
    ...['today', 'programs', 'keys', 'letters', 'limits', 'settings', 'operators', 'acts', 'audit/chain'].map(
      (path) => ({ name: path, path: `/${path}` }),
    ),
    audit('the newest', { most: 50 }),
    audit('of a citizen', { citizen: subject, most: 50 }),
    audit('an event', { event: 'sign-in-failed', most: 50 }),
    audit('an event that nobody has', { event: 'citizen-suspended', most: 50 }),
    audit('of an operator', { operator: 'bench', most: 50 }),
    audit('an address', { address: '192.0.2.7', most: 50 }),
    audit('a program', { client: 'permits', most: 50 }),
    audit('a request that nobody made', { request: 'qoJI2fkq00bq', most: 50 }),
    audit('since a day', { since: aDayAgo, most: 50 }),
  ]
}

interface StartedConsole {
  readonly pid: number
  readonly ask: (page: Page) => Promise<void>
}

async function openConsole(testbed: Testbed, url: string): Promise<StartedConsole> {
  const secretKey = randomBytes(32).toString('base64')
  const command = commandRunner({ PORTICO_DATABASE_URL: url, PORTICO_SECRET_KEY: secretKey })
  const started = await startConsole(
    {
      ...{ postgres: testbed.postgres, database: DATABASE, command, by: BY },
      settings: { PORTICO_CONSOLE_LOOKS_PER_HOUR: '100000' },
    },
    testbed.cleanup,
  )
  const secrets: string[] = []
  for (let number = 1; number <= KEYS; number += 1) {
    const words = ['operator', 'key', 'add', `bench-${number}`, '--role', 'administrator', '--until', '7d']
    secrets.push((await command<{ key: string }>({ words, ...BY })).key)
  }
  let asked = 0
  const ask = async ({ path, body }: Page) => {
    const secret = secrets[asked % KEYS]
    asked += 1
    const answer = await fetch(`${started.url}/admin/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok && !(answer.status === 404 && path === '/search'))
      throw new Error(`${path} answers ${answer.status}: ${text}`)
  }
  return { pid: started.pid, ask }
}

async function measure(testbed: Testbed, { pid, ask }: StartedConsole, page: Page): Promise<Cost> {
  const postgres = () => familyCpuMicroseconds(testbed.postgres.pid) ?? Number.NaN
  const ofConsole = () => familyCpuMicroseconds(pid) ?? Number.NaN
  await ask(page)
  const before = { at: performance.now(), postgres: postgres(), console: ofConsole() }
  for (let time = 0; time < TIMES; time += 1) await ask(page)
  return {
    name: page.name,
    milliseconds: (performance.now() - before.at) / TIMES,
    postgresMilliseconds: (postgres() - before.postgres) / 1000 / TIMES,
    consoleMilliseconds: (ofConsole() - before.console) / 1000 / TIMES,
  }
}

/** One row for each page: its median and its extremes of the rounds. */
function pageTable(costs: readonly Cost[]): string {
  const rows = [...new Set(costs.map(({ name }) => name))].map((name) => {
    const of = (value: (cost: Cost) => number) =>
      spread(spreadOf(costs.filter((cost) => cost.name === name).map(value)))
    return [
      name,
      of((cost) => cost.milliseconds),
      of((cost) => cost.postgresMilliseconds),
      of((cost) => cost.consoleMilliseconds),
    ]
  })
  return table(['page', 'ms', 'PostgreSQL CPU ms', 'console CPU ms'], rows)
}
