import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../kit/command-line.ts'
import { readOptions } from './options.ts'
import { openProgress } from './progress.ts'
import { placeChapters } from './report-page.ts'
import { type Row, tableOf } from './row.ts'

const PAGE = new URL('../../../docs/siege.md', import.meta.url)
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
    expect(() => readOptions(words, STAGES)).toThrow(UsageError)
  })
})

describe('the memory of finished stages', () => {
  let folder: string
  const rows: Row[] = [{ stage: 'races', claim: 'one winner', verdict: 'held', seen: '3 | rounds' }]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'siege-progress-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const finished = { day: '2026-03-01', rows }

  test('outlives the run, for runs of the same size alone', () => {
    openProgress(folder, 'quick').finish('races', finished)
    expect(openProgress(folder, 'quick').finishedOf('races')).toEqual(finished)
    expect(openProgress(folder, 'quick').finishedOf('kills')).toBeUndefined()
    expect(openProgress(folder, 'full').finishedOf('races')).toBeUndefined()
  })

  test('can be lost on purpose', () => {
    openProgress(folder, 'quick').forget()
    expect(openProgress(folder, 'quick').finishedOf('races')).toBeUndefined()
  })

  test('the page says of every stage when and in which size it ran last, and what was seen', () => {
    const page = placeChapters(
      readFileSync(PAGE, 'utf8'),
      [
        { stage: 'races', about: 'many at once', last: { ...finished, size: 'full' } },
        { stage: 'kills', about: 'kill -9', last: undefined },
      ],
      'A machine',
    )
    expect(page).toContain('| races | many at once | full, 2026-03-01 |')
    expect(page).toContain('| kills | kill -9 | not yet |')
    expect(page).toContain(tableOf(rows))
  })

  test('the table survives what a cell may hold', () => {
    expect(tableOf(rows).split('\n').at(-1)).toBe('| races | one winner | held | 3 \\| rounds |')
  })
})
