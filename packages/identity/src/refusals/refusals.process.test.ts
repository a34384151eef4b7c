import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { TestBrowser } from '../../testing/test-browser.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('../command/portico.ts', import.meta.url))

let database: TestDatabase
let folder: string
const started: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-refusals-'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts `portico serve`, and waits until it answers. */
async function serve() {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const own = {
    PORTICO_PORT: port,
    PORTICO_BASE_URL: url,
    PORTICO_DATA_DIR: folder,
    PORTICO_MAILBOX_PORT: '0',
  }
  const env = { ...inherited(), ...settingsFor(database), ...own }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' })
  started.push(child)
  const ready = async () => (await fetch(`${url}/login/`).catch(() => undefined))?.status
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)
  return { url, child }
}

/** Sends a form without the cookies of its page, again while a busy service answers something else. Returns the number that the answer shows. */
async function refusedAt(url: string): Promise<string> {
  let number = ''
  const refuse = async () => {
    const page = await new TestBrowser(url).get('/login/')
    const sent = await new TestBrowser(url).submit(page, { email: 'ana@example.test', password: 'no' })
    number = sent.html.querySelector('.reference code')?.text ?? ''
    return number
  }
  await expect.poll(refuse, { timeout: 30_000 }).toMatch(/ · 403$/)
  return number
}

// proves: refusals-told, refusals-bounded
test('two processes: each writes by itself after some seconds, and one that is stopped writes what is left', async () => {
  const [one, other] = await Promise.all([serve(), serve()])
  const numbers = [await refusedAt(one.url), await refusedAt(other.url)]
  const told = async (number: string) =>
    (await portico(settingsFor(database), ['citizen', 'why', number, '--json'])).json()['verdict']
  const refused = expect.stringMatching(/^A page refused on .* The log has it as \/login\/, no-cookie\.$/)
  for (const number of numbers)
    await expect.poll(() => told(number), { timeout: 30_000, interval: 200 }).toEqual(refused)
  const last = await refusedAt(one.url)
  one.child.kill('SIGTERM')
  await once(one.child, 'close')
  expect(await told(last)).toEqual(refused)
}, 120_000)
