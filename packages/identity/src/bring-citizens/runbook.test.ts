import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { sendBeside } from './brought.fixture.ts'

const PAGE = readFileSync(new URL('../../../../docs/runbooks/bring-citizens.md', import.meta.url), 'utf8')

let database: TestDatabase
let folder: string
let sending: Awaited<ReturnType<typeof sendBeside>>

beforeAll(async () => {
  database = await createTestDatabase()
  sending = await sendBeside(database.db)
  folder = mkdtempSync(join(tmpdir(), 'portico-runbook-'))
  for (const [, name = '', text = ''] of PAGE.matchAll(/<!-- file (\S+) -->\n```\w+\n([^`]+)```/g))
    writeFileSync(join(folder, name), text)
})
afterAll(async () => {
  await sending.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Runs a line of the page in the folder of its files. */
async function run(line: string) {
  if (!line.startsWith('portico ')) {
    execFileSync('sh', ['-c', line], { cwd: folder })
    return undefined
  }
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const args = words.slice(1).map((word) => (/\.(?:jsonl|csv)$/.test(word) ? join(folder, word) : word))
  return portico(settingsFor(database), args)
}

test('what the runbook says happens, in its order', async () => {
  const lines = [...PAGE.matchAll(/```sh\n([^`]+)```/g)].flatMap(([, text = '']) => text.trim().split('\n'))
  expect(lines).toHaveLength(6)
  const said = []
  for (const line of lines) {
    const ran = await run(line)
    if (ran)
      said.push([
        ran.exitCode,
        ran.out.split('\n').find((text) => /^\d+ (?:lines? read|citizens? would|of)/.test(text)),
      ])
  }
  expect(said).toEqual([
    [1, '3 lines read: 2 citizens would be brought, 0 are there already, 1 line is rejected.'],
    [1, '3 lines read: 2 citizens were brought, 0 are there already, 1 line is rejected.'],
    [0, '1 line read: 1 citizen was brought, 0 are there already, 0 lines are rejected.'],
    [0, '2 citizens would be invited: 0 were invited before, 0 are suspended.'],
    [0, '2 of 2 citizens were invited: 0 were invited before, 0 are suspended.'],
  ])
  const csv = await run('portico citizen import citizens.csv --reason again')
  expect(csv?.out).toContain('0 citizens were brought, 2 are there already')
  expect((await run('portico citizen show ana@example.org'))?.out).toContain(
    '3f2b1c9e-0c7a-4b58-9a35-6a1f0d2e7c11',
  )
  expect((await run('portico citizen why bo@example.org'))?.out).toContain('An email told the citizen so')
  expect((await run('portico audit --citizen ana@example.org'))?.out).toContain('citizen-brought')
})
