// Takes over 10 s: each process of the service is drained for five seconds and started again behind each proxy.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../packages/identity/testing/database.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { addProgram, type TestClient } from '../../packages/identity/testing/people.ts'
import { stop } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { type IdentityProcess, startIdentity } from '../kit/identity-process.ts'
import { until } from '../kit/until.ts'
import { type Answered, type Asked, ask, PROXIES, type RunningProxy, startProxy, tellProxy } from './proxy.ts'
import { findTool, runTool } from './tools.ts'

/** The reference configurations of the proxies, started for real in front of two processes of the service. */

const TOKEN_LIMIT = 20
const ISSUER = 'https://id.example.org'

let database: TestDatabase
let processes: IdentityProcess[]
let metricsPorts: number[]
let program: TestClient

beforeAll(async () => {
  database = await createTestDatabase()
  metricsPorts = [await freePort(), await freePort()]
  const start = (metricsPort: number) =>
    startIdentity({
      databaseUrl: database.url,
      environment: {
        PORTICO_BASE_URL: ISSUER,
        PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
        PORTICO_METRICS_PORT: String(metricsPort),
        // Longer than HAProxy needs to see that a process is not ready.
        PORTICO_DRAIN_SECONDS: '5',
        PORTICO_TRUSTED_PROXIES: '127.0.0.1/32',
        PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: String(TOKEN_LIMIT),
      },
    })
  processes = await Promise.all(metricsPorts.map(start))
  program = await addProgram(processes[0]!.service, { tokenLimitPerMinute: null })
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()))
  await database.drop()
})

// proves: threat-forwarded-for, threat-restart, threat-codes-in-logs
describe.each(PROXIES)('$name', (proxy) => {
  const tool = findTool(proxy.name)
  const title = (name: string) => (tool ? name : `${name} (${proxy.name} is missing)`)
  let folder: string
  let running: RunningProxy

  beforeEach(async () => {
    if (!tool) return
    folder = join(openFolder(), proxy.name)
    mkdirSync(folder)
    const ports = processes.map(({ port }, index) => ({ port, metricsPort: metricsPorts[index]! }))
    running = await startProxy({ proxy, program: tool }, folder, ports)
    await until(
      () => `${proxy.name} answers: ${running.run.output()}`,
      async () => {
        if (running.run.child.exitCode !== null) throw new Error(`It ended: ${running.run.output()}`)
        return (await isUp()) || undefined
      },
    )
  })
  afterEach(async () => {
    if (!tool) return
    await stop(running.run)
    rmSync(join(folder, '..'), { recursive: true, force: true })
  })

  const through = (asked: Asked): Promise<Answered> => ask(running.httpsPort, asked)
  const isUp = () =>
    through({ path: '/api/health/' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const askForToken = (from: string, headers: Readonly<Record<string, string>> = {}) =>
    through({
      path: '/o/token/',
      from,
      headers: { authorization: program.basic, ...headers },
      form: { grant_type: 'refresh_token', refresh_token: 'unknown' },
    })

  test.skipIf(!tool)(title('accepts its own configuration without a warning'), async () => {
    const { code, out, err } = await runTool(tool ?? '', running.check)
    expect([code, out + err]).toEqual([0, expect.not.stringMatching(/warn|alert/i)])
  })

  test.skipIf(!tool)(title('passes discovery and a token request on, and leads http to https'), async () => {
    const discovery = await through({ path: '/.well-known/openid-configuration' })
    expect(JSON.parse(discovery.body)).toMatchObject({ issuer: ISSUER })
    const token = await askForToken('127.0.0.9')
    expect([token.status, JSON.parse(token.body)]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
    const plain = await fetch(`http://127.0.0.1:${running.httpPort}/login/`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/127\.0\.0\.1.*\/login\/$/),
    ])
  })

  test.skipIf(!tool)(
    title('tells the service the address of its caller, whatever headers the caller sends'),
    async () => {
      const [forger, other] =
        proxy.name === 'haproxy' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5']
      const statuses: number[] = []
      for (let sent = 0; sent < TOKEN_LIMIT + 10; sent += 1) {
        const forged = `198.51.100.${sent}`
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged }
        statuses.push((await askForToken(forger, headers)).status)
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(10)
      expect((await askForToken(other)).status).toBe(400)
    },
  )

  test.skipIf(!tool)(title('refuses a body that no endpoint accepts with 413'), async () => {
    const { status } = await through({ path: '/o/revoke/', form: { token: 'x'.repeat(100_000) } })
    expect(status).toBe(413)
  })

  test.skipIf(!tool)(title('loses no request while each process is stopped and started again'), async () => {
    const [failed, over]: [unknown[], AbortController] = [[], new AbortController()]
    let answered = 0
    const worker = async (asked: Asked) => {
      while (!over.signal.aborted) {
        const answer = await through(asked).catch((error: unknown) => ({ status: 0, error }))
        if (answer.status === 200) answered += 1
        else failed.push(answer)
      }
    }
    const form = { token: 'unknown' }
    const revoke: Asked = { path: '/o/revoke/', headers: { authorization: program.basic }, form }
    const pages: readonly Asked[] = [{ path: '/.well-known/openid-configuration' }, { path: '/login/' }]
    const workers = [revoke, revoke, ...pages].map(worker)
    const more = async (requests: number) => {
      const wanted = answered + requests
      await until('more requests are answered', () => answered >= wanted || failed.length > 0 || undefined)
    }
    for (const [index, one] of processes.entries()) {
      const word = proxy.takeOut?.(folder, one.port)
      await more(50)
      if (word) tellProxy(running, word, 'down')
      if (word)
        await until('the process gets nothing', () => failed.length > 0 || !isUsed(index) || undefined)
      await one.stop()
      await more(50)
      await one.start()
      if (word) tellProxy(running, word, 'up')
      await until('the process is used again', () => failed.length > 0 || isUsed(index) || undefined)
    }
    over.abort()
    await Promise.all(workers)
    expect(failed).toEqual([])
  })

  /** Whether the proxy sends requests to this process, by the last lines of its log. */
  function isUsed(index: number): boolean {
    const name = proxy.name === 'nginx' ? `127.0.0.1:${processes[index]?.port} ` : ` portico-${index + 1} `
    const lines = logs().trimEnd().split('\n').slice(-40)
    return lines.some((line) => line.includes(name))
  }

  test.skipIf(!tool)(title('logs neither paths nor queries'), async () => {
    await through({ path: '/o/authorize/?code=a-secret-word' })
    await until('the request is in the log', () => /\bGET\b/.test(logs()) || undefined)
    await stop(running.run)
    expect(logs()).toContain('GET')
    expect(logs()).not.toMatch(/a-secret-word|authorize/)
  })

  function logs(): string {
    const files = proxy.name === 'nginx' ? ['portico.log', 'portico-error.log'] : []
    return running.run.output() + files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  }
})
