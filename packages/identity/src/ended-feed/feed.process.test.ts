import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askFeed } from '../../testing/ended-feed.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { signOutCitizen } from '../citizens/index.ts'
import { settingsFor } from '../command/portico.fixture.ts'
import { systemClock } from '../platform/system-clock.ts'

const PORTICO = fileURLToPath(new URL('../command/portico.ts', import.meta.url))

let here: TestService
let program: TestClient
let there: ChildProcess
let thereUrl: string
let metricsUrl: string

beforeAll(async () => {
  here = await startTestService({ clock: { ...systemClock, advance: () => undefined } })
  program = await addProgram(here)
  const port = await freePort()
  const metricsPort = await freePort()
  thereUrl = `http://127.0.0.1:${port}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  const env = {
    ...inherited(),
    ...settingsFor(here.database),
    PORTICO_PORT: String(port),
    PORTICO_METRICS_PORT: String(metricsPort),
    PORTICO_MAILBOX_PORT: '0',
  }
  there = spawn(process.execPath, [PORTICO, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const text of there.stderr?.setEncoding('utf8') ?? [])
    if (String(text).includes('Portico is ready')) break
})
afterAll(async () => {
  there?.kill('SIGKILL')
  await here?.close()
})

/** How many requests wait in the other process. */
async function waitingThere(): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text()
  return Number(/^portico_ended_feed_waiting (\d+)$/m.exec(metrics)?.[1])
}

// proves: feed-at-least-once
test('a request that waits in a process that is killed misses nothing at the next process', async () => {
  const who = await addCitizen(here)
  await enterProgram(here, program, who)
  const { cursor } = (await askFeed(thereUrl, program)).body
  const waiting = askFeed(thereUrl, program, cursor).catch(() => 'cut off')
  await expect.poll(waitingThere).toBe(1)
  const dead = once(there, 'exit')
  there.kill('SIGKILL')
  await signOutCitizen(here.foundation, { emailOrSubject: who.subject, reason: 'a test' })
  await dead
  expect(await waiting).toBe('cut off')
  const { body } = await askFeed(here.baseUrl, program, cursor)
  expect([body.check_all, body.ended]).toEqual([false, [{ sub: who.subject }]])
})
