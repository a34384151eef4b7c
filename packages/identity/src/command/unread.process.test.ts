import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { inherited } from '../../testing/inherited.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

/** Sends a signal to the process as soon as a log line has no reader, as when an operator closes the terminal. */
const ENDS_UNREAD = `
import fs from 'node:fs'
const { write } = fs
fs.write = (...given) => {
  const done = given.pop()
  write(...given, (fault, ...rest) => {
    done(fault, ...rest)
    if (fault?.code === 'EPIPE') process.kill(process.pid, 'SIGTERM')
  })
}`

let database: TestDatabase | undefined
let service: ChildProcess | undefined

afterEach(async () => {
  service?.kill('SIGKILL')
  await database?.drop()
})

/** A ready service without a reader of its output. */
async function serveAt(base: URL, own: TestDatabase) {
  const env = {
    ...inherited(),
    ...settingsFor(own),
    PORTICO_PORT: base.port,
    PORTICO_BASE_URL: base.origin,
  }
  const preload = `data:text/javascript,${encodeURIComponent(ENDS_UNREAD)}`
  const child = spawn(process.execPath, ['--import', preload, PROGRAM, 'serve'], { env })
  service = child
  for await (const text of child.stderr.setEncoding('utf8'))
    if (String(text).includes('Portico is ready')) break
  return child
}

describe.skipIf(process.platform === 'win32')('a service whose output nobody reads any more', () => {
  test('answers, and ends in peace when it is told to', async () => {
    const base = new URL(`http://localhost:${await freePort()}`)
    database = await createTestDatabase()
    const child = await serveAt(base, database)
    const ended = once(child, 'close')
    child.stdout.destroy()
    expect(child.stderr.destroyed).toBe(true)
    expect((await fetch(new URL('/.well-known/openid-configuration', base))).status).toBe(200)
    expect(await ended).toEqual([0, null])
  })
})
