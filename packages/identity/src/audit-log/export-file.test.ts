import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDay } from '../audit/index.ts'
import { systemRandom } from '../platform/system-random.ts'
import { openExportFolder, readExport, writeExport } from './export-file.ts'
import { ExportTrouble } from './export-trouble.ts'

const day = readDay('2026-03-01')
if (!day) throw new Error('This is a day')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-audit-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* batches(...all: readonly (readonly string[] | Error)[]) {
  for (const batch of all) {
    if (batch instanceof Error) throw batch
    yield batch
  }
}

// proves: growth-audit-export
test.each([
  ['ENOSPC', 'the disk is full: make room, and run the command again'],
  ['EDQUOT', 'the quota of the disk is used up: make room'],
  ['EIO', 'EIO: look at this path'],
])('a write that fails with %s leaves no file, and says what to do', async (code, says) => {
  const fault = Object.assign(new Error(code), { code, syscall: 'write' })
  const writing = writeExport({ folder, day, random: systemRandom }, batches(['{"n":1}'], fault))
  await expect(writing).rejects.toThrow(ExportTrouble)
  await expect(writing).rejects.toThrow(says)
  expect(await readdir(folder)).toEqual([])
})

test('a fault of the database leaves no file, and is told as it is', async () => {
  await expect(
    writeExport({ folder, day, random: systemRandom }, batches(['{"n":1}'], new Error('away'))),
  ).rejects.toThrow('away')
  expect(await readdir(folder)).toEqual([])
})

// proves: growth-audit-export
test('a file that is there already is never written over', async () => {
  await writeFile(join(folder, 'audit-2026-03-01.jsonl'), 'mine')
  await expect(writeExport({ folder, day, random: systemRandom }, batches(['{"n":1}']))).rejects.toThrow(
    'there is a file of this name',
  )
  expect(await readdir(folder)).toEqual(['audit-2026-03-01.jsonl'])
  expect(await readExport(folder, day)).toBe('damaged')
})

test('what was written is read back, and one changed sign is noticed', async () => {
  const summary = await writeExport(
    { folder, day, random: systemRandom },
    batches(['{"n":1}', '{"n":2}'], ['{"n":3}']),
  )
  expect(summary).toMatchObject({ day: '2026-03-01', events: 3 })
  expect(await readExport(folder, day)).toEqual(summary)
  const changed = `{"n":1}\n{"n":9}\n{"n":3}\n${JSON.stringify(summary)}\n`
  await writeFile(join(folder, 'audit-2026-03-01.jsonl'), changed)
  expect(await readExport(folder, day)).toBe('damaged')
})

test.each(['\u2028', '\u2029', '\u0085', '\u{1F600}'.repeat(70_000)])(
  'a line with %# is read back as one line',
  async (sign) => {
    const lines = [JSON.stringify({ n: sign }), '{"n":2}']
    const summary = await writeExport({ folder, day, random: systemRandom }, batches(lines))
    expect(await readExport(folder, day)).toEqual(summary)
  },
)

test('what a process left that runs no more is deleted, and nothing of one that runs', async () => {
  const unfinished = (pid: number) => `audit-2026-03-01.jsonl.${pid}.0123456789abcdef.unfinished`
  const [running, dead, other] = [process.ppid, 4_194_400, 'notes.txt']
  const names = [unfinished(running), other]
  for (const name of [...names, unfinished(dead), unfinished(process.pid)])
    await writeFile(join(folder, name), '')
  await openExportFolder(folder)
  expect((await readdir(folder)).sort()).toEqual(names)
})
