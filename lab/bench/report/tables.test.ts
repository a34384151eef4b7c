import { expect, test } from 'vitest'
import { PORTICO } from '../candidates/portico.ts'
import { MACHINE } from './machine.fixture.ts'
import { comparisons, reportOf } from './tables.ts'

const slices = (...perSecond: number[]) => perSecond.map((each) => ({ perSecond: each }))
const machine = { ...MACHINE, pinned: false }
const pace = { rounds: 3, warmUpSeconds: 5, sliceSeconds: 5, tries: 4 }
const trial = {
  operation: 'introspection',
  connections: 32,
  slices: { Portico: slices(30, 80, 50), 'oidc-provider': slices(10, 20, 10) },
} as const

test('the ratio to quote is the median of the rounds, not the ratio of the medians', () => {
  expect(comparisons([trial], PORTICO)).toEqual([
    {
      operation: 'introspection',
      connections: 32,
      other: 'oidc-provider',
      ratio: { median: 4, min: 3, max: 5 },
      cpuRatio: undefined,
      wholeCpuRatio: undefined,
    },
  ])
})

test('a slice of which other machines took half is half as fast, and costs the same', () => {
  const ours = [
    { perSecond: 40, serverMicroseconds: 20 },
    { perSecond: 20, serverMicroseconds: 20 },
  ]
  const theirs = [
    { perSecond: 10, serverMicroseconds: 100 },
    { perSecond: 10, serverMicroseconds: 100 },
  ]
  const [found] = comparisons([{ ...trial, slices: { Portico: ours, 'oidc-provider': theirs } }], PORTICO)
  expect(found).toMatchObject({
    ratio: { median: 3, min: 2, max: 4 },
    cpuRatio: { median: 5, min: 5, max: 5 },
  })
})

test('what PostgreSQL takes for a request counts as a cost beside that of the server', () => {
  const costing = (serverMicroseconds: number, postgresMicroseconds: number) => [
    { perSecond: 1, serverMicroseconds, postgresMicroseconds },
  ]
  const [found] = comparisons([{ ...trial, slices: { now: costing(30, 10), then: costing(40, 20) } }], 'now')
  expect(found?.wholeCpuRatio?.median).toBe(1.5)
})

test('a report says how many slices were measured again, and nothing of it where none was', () => {
  const report = (...tries: readonly number[]) =>
    reportOf({
      at: 'now',
      machine,
      pace,
      starts: {},
      trials: [{ ...trial, slices: { Portico: tries.map((each) => ({ perSecond: 1, tries: each })) } }],
      peakMebibytes: {},
    })
  expect(report(1, 3, 2, 1)).toContain(
    '2 of 4 slices lost more than 5 % of the machine to others and were measured again, up to 3 times in all',
  )
  expect(report(1, 1)).not.toContain('measured again')
})

test('an operation that nobody else does is compared with nobody', () => {
  expect(comparisons([{ ...trial, slices: { Portico: slices(1) } }], PORTICO)).toEqual([])
})

test('a report says where nothing was pinned, and n/a where nothing was measured', () => {
  const report = reportOf({ at: 'now', machine, pace, starts: {}, trials: [trial], peakMebibytes: {} })
  expect(report).toContain('NOT pinned')
  expect(report).toContain('| introspection at 32 | oidc-provider | 4.00x (3.00 to 5.00) | n/a | n/a |')
  expect(report).toContain('n/a')
})
