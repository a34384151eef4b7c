import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Makes a folder for the database files of one test file. Returns a function that names a new file each time. */
export function useDatabaseFiles(): () => string {
  let folder = ''
  let made = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-sqlite-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  return () => join(folder, `${(made += 1)}.db`)
}
