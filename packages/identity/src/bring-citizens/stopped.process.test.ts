import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { inherited } from '../../testing/inherited.ts'
import { settingsFor } from '../command/portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('../command/portico.ts', import.meta.url))
const BATCH = 1_000

let database: TestDatabase | undefined
afterEach(() => database?.drop())

// proves: bring-again
test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  'an import that is stopped by %s says so, and what it has brought until then',
  async (signal) => {
    const { db } = (database = await createTestDatabase())
    const env = { ...inherited(), ...settingsFor(database) }
    const child = spawn(process.execPath, [PROGRAM, 'citizen', 'import', '-', '--reason', 'the move'], {
      env,
    })
    const out = text(child.stdout)
    child.stderr.resume()
    const line = (at: number) => `${JSON.stringify({ email: `p${at}@stop.test`, name: 'P' })}\n`
    child.stdin.write(Array.from({ length: BATCH }, (_, at) => line(at)).join(''))
    await expect.poll(async () => (await db.query`select 1 from citizens`).length).toBe(BATCH)
    child.kill(signal)
    child.stdin.on('error', () => undefined)
    // It hears of the signal when it reads the next line.
    let at = BATCH
    await expect
      .poll(() => {
        if (child.stdin.writable) child.stdin.write(line(at++))
        return child.exitCode
      })
      .toBe(1)
    expect(await out).toMatch(
      /lines read: 1[0-9]{3} citizens were brought, .+\nIt was stopped before the end\. Run it again: it goes on where it stopped\.\n$/,
    )
  },
)
