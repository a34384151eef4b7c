import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOptions, UsageTrouble } from './options.ts'
import { openProgress } from './progress.ts'
import { type Row, tableOf } from './row.ts'

const STAGES = ['races', 'kills']

describe('the command line', () => {
  test('says nothing: everything, in full', () => {
    expect(readOptions([], STAGES)).toEqual({
      size: 'full',
      only: undefined,
      stateFolder: undefined,
      fresh: false,
      write: false,
    })
  })

  test('names stages, a folder and flags in any order', () => {
    const words = ['--write', '--only', 'kills,races', '--quick', '--state', '/tmp/here', '--fresh']
    expect(readOptions(words, STAGES)).toEqual({
      size: 'quick',
      only: ['kills', 'races'],
      stateFolder: '/tmp/here',
      fresh: true,
      write: true,
    })
  })

  test.each([
    [['--only', 'storms']],
    [['--only', ',']],
    [['--only']],
    [['--only', '--quick']],
    [['--state']],
    [['races']],
    [['--slow']],
  ])('%j is not understood', (words) => {
    expect(() => readOptions(words, STAGES)).toThrow(UsageTrouble)
  })
})

describe('the memory of finished stages', () => {
  let folder: string
  const rows: Row[] = [{ stage: 'races', claim: 'one winner', verdict: 'held', seen: '3 | rounds' }]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'siege-progress-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('outlives the run, for runs of the same size alone', () => {
    openProgress(folder, 'quick').finish('races', rows)
    expect(openProgress(folder, 'quick').rowsOf('races')).toEqual(rows)
    expect(openProgress(folder, 'quick').rowsOf('kills')).toBeUndefined()
    expect(openProgress(folder, 'full').rowsOf('races')).toBeUndefined()
  })

  test('can be lost on purpose', () => {
    openProgress(folder, 'quick').forget()
    expect(openProgress(folder, 'quick').rowsOf('races')).toBeUndefined()
  })

  test('the table survives what a cell may hold', () => {
    expect(tableOf(rows).split('\n').at(-1)).toBe('| races | one winner | held | 3 \\| rounds |')
  })
})
