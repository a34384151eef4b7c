import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { inherited } from '../testing/inherited.ts'
import { portico, settingsFor } from './command/portico.fixture.ts'

const PROMTOOL = process.env['PORTICO_PROMTOOL'] ?? '/usr/bin/promtool'
const withoutPromtool = !existsSync(PROMTOOL) && 'promtool is missing'

const PROGRAM = fileURLToPath(new URL('./command/portico.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const RULES = `${ROOT}deploy/prometheus/portico.rules.yml`
const CASES = globSync(`${ROOT}deploy/prometheus/*.test.yml`)

/** Metrics in the rules that are not Portico's: Prometheus' own, and those of node_exporter. */
const OF_OTHERS = [
  ...['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'],
  // The console is a process of its own.
  'portico_console_refusals_total',
]

/** Metrics of the fence against old primaries, which not every release has. */
const OF_THE_FENCE = [
  'portico_database_timeline',
  'portico_database_timeline_refusals_total',
  'portico_database_proof_age_seconds',
]

let database: TestDatabase
let service: ChildProcess
let metricsUrl: string

beforeAll(async () => {
  database = await createTestDatabase()
  await portico(settingsFor(database), ['keys', 'rotate'])
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    ...inherited(),
    ...settingsFor(database),
    PORTICO_PORT: String(port),
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_MAILBOX_PORT: '0',
    // Metrics that only such a setting brings.
    PORTICO_AUDIT_RETENTION_DAYS: '400',
    PORTICO_KEY_ROTATION_DAYS: '90',
    PORTICO_AUDIT_SYSLOG: 'tcp://127.0.0.1:1',
    // Nobody listens: the metrics of Redis are there, and say so.
    PORTICO_REDIS_URL: 'redis://127.0.0.1:1',
    // No such module: the metrics of the token are there, and say so. The key that signs is in the database.
    PORTICO_PKCS11_MODULE: '/nonexistent/module.so',
    PORTICO_PKCS11_TOKEN: 'portico',
    PORTICO_PKCS11_PIN: '1234',
  }
  service = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const text of service.stderr?.setEncoding('utf8') ?? [])
    if (String(text).includes('Portico is ready')) break
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  await fetch(`http://127.0.0.1:${port}/o/token/`, { method: 'POST' })
})
afterAll(async () => {
  service?.kill('SIGKILL')
  await database?.drop()
})

async function scrape(headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(metricsUrl, { headers })).text()
}

/** The families of a scrape: name and kind. */
async function families(): Promise<ReadonlyMap<string, string>> {
  const found = (await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  return new Map(Array.from(found, ([, name = '', kind = '']) => [name, kind]))
}

// proves: seeing-metric-names
describe('the names of the metrics (Prometheus, "Metric and label naming")', () => {
  test('each is told once, in small letters, with portico_ before it and a base unit', async () => {
    const names = Array.from((await scrape()).matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(40)
    for (const name of names) {
      expect(name).toMatch(/^portico_[a-z][a-z\d]*(?:_[a-z\d]+)*$/)
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|hours|days|kb|mb|percent|gauge|counter)(?:_|$)/)
    }
  })
  test('a counter ends in _total, and nothing else does', async () => {
    for (const [name, kind] of await families())
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter'])
  })
  test('only parts of histograms end in _bucket, _sum or _count', async () => {
    for (const name of (await families()).keys()) expect(name).not.toMatch(/_(?:bucket|sum|count)$/)
  })
  test('each has a sentence', async () => {
    const text = await scrape()
    for (const name of (await families()).keys())
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.+$`, 'm'))
  })
  test.skipIf(withoutPromtool)('promtool finds no fault', async () => {
    expect(promtool(['check', 'metrics'], await scrape())).toBe('')
  })
})

// proves: seeing-metrics
test('what an operator has to see is there', async () => {
  const there = [...(await families()).keys()]
  for (const name of [
    ...['hashing_running', 'hashing_waiting', 'hashing_wait_seconds', 'hashing_refused_total'],
    ...[
      'database_up',
      'database_connections',
      'database_statements_in_flight',
      'database_transactions_waiting',
    ],
    ...[
      'outbox_letters',
      'outbox_oldest_age_seconds',
      'mail_up',
      'mail_certificate_expiry_timestamp_seconds',
    ],
    ...[
      'purge_lag_seconds',
      'limit_refusals_total',
      'signing_key_age_seconds',
      'redis_up',
      'redis_errors_total',
    ],
    ...['event_loop_utilisation_ratio', 'nodejs_eventloop_lag_p99_seconds', 'table_bytes', 'table_rows'],
    ...['http_answers_total', 'http_answer_seconds'],
  ])
    expect(there).toContain(`portico_${name}`)
})

test('each table has its size, and Redis that is away is 0', async () => {
  const text = await scrape()
  const tables = await database.db.query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables)
    expect(text).toMatch(new RegExp(`^portico_table_bytes\\{table="${name}"\\} \\d{4,}$`, 'm'))
  await expect.poll(() => scrape()).toContain('portico_database_up 1')
  expect(text).toMatch(/^portico_signing_key_age_seconds\{kid="[\w-]+",stage="signing"\} \d+$/m)
})

// proves: seeing-alerts
describe('the alert rules and the dashboard', () => {
  const rules = readFileSync(RULES, 'utf8')
  const dashboard = readFileSync(`${ROOT}deploy/grafana/portico.json`, 'utf8')

  test('each metric in them exists', async () => {
    const known = new Set([...OF_OTHERS, ...OF_THE_FENCE])
    for (const [name, kind] of await families()) {
      const parts = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      parts.forEach((part) => known.add(name + part))
    }
    for (const source of [rules, dashboard]) {
      const named = metricsIn(source)
      expect(named.length).toBeGreaterThan(10)
      expect(named.filter((name) => !known.has(name))).toEqual([])
    }
  })
  test('each alert has a runbook page that is there, and no page is named in vain', () => {
    const alerts = rules.split('- alert: ').slice(1)
    expect(alerts.length).toBeGreaterThan(10)
    const pages = readdirSync(`${ROOT}docs/runbooks`)
    for (const alert of alerts) {
      const [name = ''] = /^\w+/.exec(alert) ?? []
      expect([name, pages]).toEqual([name, expect.arrayContaining([/runbook_url: (\S+)/.exec(alert)?.[1]])])
      expect(alert).toMatch(/^ {10}summary: '.+\.'$/m)
      expect(alert).toMatch(/severity: (?:page|ticket) /)
    }
  })
  test('each alert has a case in which it is raised', () => {
    expect(CASES).toHaveLength(2)
    const cases = CASES.map((file) => readFileSync(file, 'utf8')).join('')
    const raised = new Set(Array.from(cases.matchAll(/alertname: (\w+)\n\s+exp_alerts/g), ([, name]) => name))
    const named = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name)
    expect(named.filter((name) => !raised.has(name))).toEqual([])
  })
  test('the dashboard is JSON, and no two panels have one place', () => {
    const { panels } = JSON.parse(dashboard) as {
      panels: { id: number; gridPos: { x: number; y: number } }[]
    }
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(panels.length)
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
  test.skipIf(withoutPromtool)('promtool reads the rules, and their tests pass', () => {
    expect(promtool(['check', 'rules', RULES])).toContain('SUCCESS')
    for (const file of CASES) expect(promtool(['test', 'rules', file])).toContain('SUCCESS')
  })
})

/** The names of metrics in PromQL expressions: words that begin like one, and `up`. */
function metricsIn(text: string): readonly string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\b(?:portico_|node_)\w+|\bup(?=\{)/g), ([name]) => name)),
  ].filter(
    // The head of the file says in words how they begin.
    (name) => name !== 'node_' && name !== 'node_exporter',
  )
}

function promtool(args: readonly string[], input = ''): string {
  return execFileSync(PROMTOOL, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
}
