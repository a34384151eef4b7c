// Takes over 10 s: six servers start as processes, and two of them drain for five seconds.
import { rm } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { gateSettings } from '../packages/gate/testing/gate-stage.ts'
import { createTestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { serveIdentity } from '../packages/program/testing/served-identity.ts'
import { type Run, startNode } from './kit/child-process.ts'
import { openFolder } from './kit/folder.ts'
import { runPortico, statusOf } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

/** The identity service and the gate stand on the two sides of the wire. Both stop as these tests say. */
const closings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** A process that serves and can be told to stop. */
interface Server {
  readonly run: Run
  readonly port: number
  /** An address that needs nobody signed in. */
  readonly path: string
  readonly metricsPort: number
}

async function startService(drainSeconds: string): Promise<Server> {
  const database = await createTestDatabase()
  closings.push(() => database.drop())
  const [port, metricsPort] = [await freePort(), await freePort()]
  const run = runPortico(['serve'], {
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_DATABASE_DEADLINE_MS: '15000',
    PORTICO_DRAIN_SECONDS: drainSeconds,
  })
  return { run, port, metricsPort, path: '/api/health/' }
}

async function startGate(drainSeconds: string): Promise<Server> {
  const served = await serveIdentity()
  const folder = openFolder()
  closings.push(
    () => served.close(),
    () => rm(folder, { recursive: true }),
  )
  const [port, metricsPort] = [await freePort(), await freePort()]
  const run = startNode({
    file: fileURLToPath(new URL('../packages/gate/src/main.ts', import.meta.url)),
    args: ['serve'],
    environment: {
      ...gateSettings(served, `sqlite:${join(folder, 'gate.db')}`),
      GATE_PROXY: 'nginx',
      GATE_LISTEN: `127.0.0.1:${port}`,
      GATE_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
      GATE_DRAIN_SECONDS: drainSeconds,
    },
  })
  return { run, port, metricsPort, path: '/gate/jwks.json' }
}

/** Half a request: it keeps the closing server alive until `finish` sends the rest. */
async function halfRequest({ port, path }: Server): Promise<{ finish(): Promise<string> }> {
  const socket: Socket = createConnection(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n`)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  return {
    async finish() {
      socket.write('\r\n')
      await ended
      return answer
    },
  }
}

describe.each([
  ['the identity service', startService],
  ['the gate', startGate],
])('%s', (_name, start) => {
  const readyz = ({ metricsPort }: Server) => fetch(`http://127.0.0.1:${metricsPort}/readyz`)
  const status = ({ port, path }: Server) => statusOf(`http://127.0.0.1:${port}${path}`)
  const isNotReady = (server: Server) =>
    until('readyz is 503', async () => (await readyz(server)).status === 503 || undefined)

  /** Starts it with this time to drain, and waits until it is ready. */
  async function startReady(drainSeconds: string): Promise<Server> {
    const server = await start(drainSeconds)
    closings.push(() => server.run.end('SIGKILL'))
    const answers = () => readyz(server).then((answer) => answer.status === 200 || undefined)
    await until(
      () => `it is ready: ${server.run.output()}`,
      () => answers().catch(() => undefined),
    )
    return server
  }

  // proves: releases-drain, program-gate-stops
  test('is not ready from SIGTERM on and still answers; then its port closes, and the metrics port after it', async () => {
    const server = await startReady('5')
    const half = await halfRequest(server)
    server.run.child.kill('SIGTERM')
    await isNotReady(server)
    expect(await status(server)).toBe(200)
    expect(await (await readyz(server)).json()).toMatchObject({ says: 'This process is stopping.' })
    await until('the port is closed', async () => (await status(server)) === 0 || undefined)
    expect((await readyz(server)).status).toBe(503)
    expect(await half.finish()).toMatch(/^HTTP\/1.1 200 [^]*\r\nconnection: close\r\n/i)
    expect(await server.run.ended).toMatchObject({ code: 0 })
  })

  test('does not wait for load balancers at Ctrl-C', async () => {
    const server = await startReady('300')
    expect(await server.run.end('SIGINT')).toMatchObject({ code: 0 })
  })

  test('ends at once, with 1, when it is told a second time', async () => {
    const server = await startReady('300')
    server.run.child.kill('SIGTERM')
    await isNotReady(server)
    // Two signals may be one wish, so this one comes until it counts.
    await until('it has ended', () => !server.run.child.kill('SIGTERM') || undefined)
    expect(await server.run.ended).toMatchObject({ code: 1 })
  })
})
