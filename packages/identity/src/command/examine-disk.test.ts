import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineDisk, roomFinding } from './examine-disk.ts'

const GIBIBYTE = 2 ** 30
const MEBIBYTE = 2 ** 20

// proves: doctor-disk
test.each([
  ['less than a twentieth of a large one', 49, 1000, 'wrong'],
  ['a gibibyte of a small one', 1, 2, 'ok'],
  ['a twentieth of a large one', 50, 1000, 'ok'],
] as const)('%s', (_, free, whole, state) => {
  const found = roomFinding('/data', { free: free * GIBIBYTE, whole: whole * GIBIBYTE })
  expect(found).toMatchObject({ state, says: expect.stringContaining(`${free.toFixed(1)} GiB of`) })
  expect(found.mend === '').toBe(state === 'ok')
})

// proves: doctor-disk
test.each([
  [0, 100 * MEBIBYTE, 'only 0 MiB of 100 MiB are free at /data'],
  [40.9 * MEBIBYTE, 2 * GIBIBYTE, 'only 40 MiB of 2.0 GiB are free at /data'],
  [0.9 * GIBIBYTE, 2 * GIBIBYTE, 'only 921 MiB of 2.0 GiB are free at /data'],
])('%i of %i bytes: %s', (free, whole, says) => {
  expect(roomFinding('/data', { free, whole })).toMatchObject({ state: 'wrong', says })
})

// proves: doctor-disk
test('a folder in which nobody can write is named, and one that is not there says nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-disk-'))
  try {
    expect(await examineDisk(folder)).toMatchObject([
      { check: 'Disk', says: expect.stringContaining(folder) },
    ])
    await chmod(folder, 0o500)
    const [found] = await examineDisk(folder)
    // Whoever is root writes everywhere but on a disk that is mounted so that nobody does.
    expect(found?.says.startsWith('nothing can be written')).toBe(process.getuid?.() !== 0)
    expect(await examineDisk(join(folder, 'not-there'))).toEqual([])
    if (process.platform === 'linux') expect(await examineDisk('/proc')).toMatchObject([{ state: 'wrong' }])
  } finally {
    await rm(folder, { recursive: true })
  }
})
