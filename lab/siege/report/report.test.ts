import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../kit/command-line.ts'
import { readOptions } from './options.ts'
import { placeRun, type Row, tableOf } from './report-page.ts'

const PAGE = new URL('../../../docs/siege.md', import.meta.url)
const STAGES = ['races', 'kills']

describe('the command line', () => {
  test('says nothing: everything, in full', () => {
    expect(readOptions([], STAGES)).toEqual({ size: 'full', only: undefined, write: false })
  })

  test('names stages and flags in any order', () => {
    expect(readOptions(['--only', 'kills,races', '--quick'], STAGES)).toEqual({
      size: 'quick',
      only: ['kills', 'races'],
      write: false,
    })
    expect(readOptions(['--write', '--only', 'kills'], STAGES).write).toBe(true)
  })

  test.each([
    [['--only', 'storms']],
    [['--only', ',']],
    [['--only']],
    [['--only', '--quick']],
    [['races']],
    [['--slow']],
  ])('%j is not understood', (words) => {
    expect(() => readOptions(words, STAGES)).toThrow(UsageError)
  })

  test('what a quick run saw cannot take the place of what a full one saw', () => {
    expect(() => readOptions(['--quick', '--write'], STAGES)).toThrow('--write refuses it')
  })
})

describe('the page', () => {
  const rows: Row[] = [{ stage: 'races', claim: 'one winner', verdict: 'held', seen: '3 | rounds' }]
  const stages = [
    { name: 'races', about: 'many at once', day: '2026-03-01' },
    { name: 'kills', about: 'kill -9', day: undefined },
    { name: 'storms', about: 'wind', day: undefined },
  ]
  const run = { stages, rows, machine: 'A machine' }
  const page = placeRun(readFileSync(PAGE, 'utf8'), run)

  test('says of every stage when it ran last, and what was seen', () => {
    expect(page).toContain('| races | many at once | 2026-03-01 |')
    expect(page).toContain('| storms | wind | not yet |')
    expect(page).toContain(tableOf(rows).split('\n').at(-1))
    expect(page.match(/^\| races \|/gm)).toHaveLength(2)
  })

  test('keeps what it has of the stages that a run did not try', () => {
    expect(page).toContain('| kills | no acknowledged effect is missing, and no used value works again |')
    expect(placeRun(page, run)).toBe(page)
  })

  test('survives what a cell may hold', () => {
    expect(tableOf(rows).split('\n').at(-1)).toBe('| races | one winner | held | 3 \\| rounds |')
  })
})
