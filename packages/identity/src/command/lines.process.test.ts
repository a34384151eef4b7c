import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

/** Makes the process warn at a signal, as Node and libraries do. */
const WARNS = `process.on('SIGUSR2', () => {
  process.emitWarning('old', 'DeprecationWarning', 'DEP9999')
  process.emitWarning('two\\nlines')
  setImmediate(() => process.kill(process.pid, 'SIGTERM'))
})`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// proves: threat-toy-in-public, seeing-logs
test('a service that runs, warns and stops writes lines of the log alone, on both streams', async () => {
  const port = String(await freePort())
  const env = {
    ...inherited(),
    ...settingsFor(database),
    PORTICO_PORT: port,
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_TRUSTED_PROXIES: '0.0.0.0/0',
    PORTICO_DRAIN_SECONDS: '1',
  }
  const preload = `data:text/javascript,${encodeURIComponent(WARNS)}`
  const child = spawn(process.execPath, ['--import', preload, PROGRAM, 'serve'], { env })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const wasReady = said.err.includes('Portico is ready')
    said.err += text
    if (wasReady || !said.err.includes('Portico is ready')) return
    void fetch(`http://localhost:${port}/login/`).finally(() => child.kill('SIGUSR2'))
  })
  expect((await once(child, 'close'))[0]).toBe(0)
  const messages = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => String((JSON.parse(line) as { readonly message: unknown }).message))
  expect(messages(said.err)).toEqual([
    expect.stringMatching(/^Portico is ready at /),
    expect.stringMatching(/^No mail server is set/),
    'node-warning',
    'node-warning',
    expect.stringMatching(/^Portico is not ready any more/),
    'Portico is stopping',
    'Portico has stopped',
  ])
  expect(messages(said.out)).toEqual(expect.arrayContaining(['proxies-too-wide', 'answered', 'stopping']))
})

// proves: seeing-logs
test('a service whose settings are wrong says so in lines of the log', async () => {
  const env = { ...inherited(), PORTICO_PORT: 'none', PORTICO_BASE_ULR: 'http://localhost:1' }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.err += text))
  expect((await once(child, 'close'))[0]).toBe(1)
  const lines = said.err.split('\n').slice(0, -1)
  const messages = lines.map((line) => (JSON.parse(line) as { readonly message: string }).message)
  expect(messages).toHaveLength(1)
  for (const name of ['PORTICO_PORT', 'PORTICO_BASE_ULR']) expect(messages[0]).toContain(name)
  expect(said.out).toBe('')
})
