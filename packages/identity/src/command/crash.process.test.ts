import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { requireRefusal } from './fitting-answer.fixture.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))
const NEEDLES = ['needle-of-the-fault', 'needle-of-smtp', 'needle-of-redis', 'needle-of-postgres']

/** Makes the process crash at a signal, by an error with secret fields, as errors of libraries have. */
const FALLS = `
const fault = () => Object.assign(new TypeError('Invalid URL', { cause: new Error(process.env.NEEDLE) }), {
  code: 'ERR_INVALID_URL', input: process.env.NEEDLE, parameters: [process.env.NEEDLE], toJSON: () => process.env.NEEDLE })
process.on('SIGUSR2', () => {
  if (process.env.WAY === 'thrown') throw fault()
  if (process.env.WAY === 'rejected') void Promise.reject(fault())
  if (process.env.WAY === 'no-error') void Promise.reject({ secret: process.env.NEEDLE })
})`

let database: TestDatabase
const started: ChildProcess[] = []

/** The same as soon as a command has begun. */
const FALLS_AT_ONCE = `
const waiting = setInterval(() => {
  if (process.listenerCount('uncaughtException') === 0) return
  clearInterval(waiting)
  throw Object.assign(new TypeError('Invalid \\u001b[31mURL'), { input: process.env.NEEDLE })
}, 1)`

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
})

async function fall(way: string): Promise<{ code: number | null; said: string }> {
  const port = String(await freePort())
  const env = {
    ...inherited(),
    WAY: way,
    NEEDLE: NEEDLES[0],
    PORTICO_PORT: port,
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_DATABASE_URL: database.url.replace('@', `:${NEEDLES[3]}@`),
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_SMTP_URL: `smtp://portico:${NEEDLES[1]}@127.0.0.1:9`,
    PORTICO_REDIS_URL: `redis://portico:${NEEDLES[2]}@127.0.0.1:9`,
  }
  const preload = `data:text/javascript,${encodeURIComponent(FALLS)}`
  const child = spawn(process.execPath, ['--import', preload, PROGRAM, 'serve'], { env })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (!said.includes('Portico is ready') && text.includes('Portico is ready')) child.kill('SIGUSR2')
      said += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

describe.skipIf(process.platform === 'win32')('a process that falls', () => {
  // proves: threat-stored-secrets
  test.each(['thrown', 'rejected'])(
    'by a fault that was %s says what and where, and no secret',
    async (way) => {
      const { code, said } = await fall(way)
      expect(code).toBe(1)
      expect(said).toMatch(
        /"message":"uncaught-error".*"error\.stack_trace":"TypeError: Invalid URL\\n\s+at /,
      )
      for (const needle of NEEDLES) expect(said).not.toContain(needle)
    },
  )

  test('says so in an object with --json, behind the place', async () => {
    const env = { ...inherited(), NEEDLE: NEEDLES[0], ...settingsFor(database) }
    const preload = `data:text/javascript,${encodeURIComponent(FALLS_AT_ONCE)}`
    // It waits for the citizens.
    const args = ['citizen', 'import', '-', '--reason', 'r', '--json']
    const child = spawn(process.execPath, ['--import', preload, PROGRAM, ...args], { env })
    started.push(child)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const [code] = await once(child, 'close')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^portico: TypeError: Invalid .*URL\n\s+at /)
    await requireRefusal(err.trimEnd())
    const says = 'Something unexpected went wrong: Invalid ?[31mURL'
    const said = { kind: 'failed', because: 'unexpected', says, exit_code: 1 }
    expect(JSON.parse(err.trimEnd().split('\n').at(-1) ?? '')).toMatchObject(said)
    expect(err).not.toContain(NEEDLES[0])
  })

  test('by something that is no fault says so, and no secret', async () => {
    const { code, said } = await fall('no-error')
    expect(code).toBe(1)
    for (const needle of NEEDLES) expect(said).not.toContain(needle)
  })
})
