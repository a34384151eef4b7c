import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDay } from '../audit/index.ts'
import { systemRandom } from '../platform/system-random.ts'
import { readExport, writeExport } from './export-file.ts'

const day = readDay('2026-03-01')
if (!day) throw new Error('This is a day')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-audit-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Lines whose last batch comes when `isTime` resolves. */
async function* linesUntil(isTime: Promise<unknown>) {
  yield ['{"n":1}']
  await isTime
  yield ['{"n":2}']
}

// In two containers, both have process 1.
// proves: growth-audit-export
test('two exports with the same process number do not write into the file of each other', async () => {
  const [first, second] = [Promise.withResolvers(), Promise.withResolvers()]
  const one = writeExport({ folder, day, random: systemRandom }, linesUntil(first.promise))
  const two = writeExport({ folder, day, random: systemRandom }, linesUntil(second.promise))
  await expect.poll(() => readdir(folder)).toHaveLength(2)
  first.resolve(undefined)
  const summary = await one
  expect(await readExport(folder, day)).toEqual(summary)
  second.resolve(undefined)
  await expect(two).rejects.toThrow('there is a file of this name')
  expect(await readExport(folder, day)).toEqual(summary)
  expect(await readdir(folder)).toEqual(['audit-2026-03-01.jsonl'])
})

test('a link with the name of the unfinished file leads nowhere', async () => {
  const victim = join(folder, 'victim')
  await writeFile(victim, 'mine')
  await symlink(victim, join(folder, `audit-2026-03-01.jsonl.${process.pid}.unfinished`))
  await writeExport({ folder, day, random: systemRandom }, linesUntil(Promise.resolve()))
  expect(await readFile(victim, 'utf8')).toBe('mine')
})
