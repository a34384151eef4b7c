import { expect, test } from 'vitest'
import { MACHINE } from './machine.fixture.ts'
import { mostIntrospections, programReport } from './program-report.ts'

const slices = (...perSecond: number[]) => perSecond.map((each) => ({ perSecond: each }))
const results = {
  at: 'now',
  machine: MACHINE,
  pace: { rounds: 2, warmUpSeconds: 5, sliceSeconds: 5, tries: 4 },
  trial: {
    operation: 'guarded-route',
    connections: 32,
    slices: {
      unguarded: slices(100, 1_000),
      'guarded, check fresh': slices(50, 250),
      'guarded, check due': slices(10, 100),
    },
  },
  checks: { sessions: 100, requests: 10_000, seconds: 60, introspections: 200 },
  due: { requests: 768, introspections: 769 },
} as const

test('a guarded route is compared with the open one of the same round', () => {
  expect(programReport(results)).toContain(
    '| guarded, check fresh | 150 (50.0 to 250) | 0.38x (0.25 to 0.50) |',
  )
})

test('more checks than two for each session and a round are called so', () => {
  expect(mostIntrospections({ sessions: 100 })).toBe(300)
  expect(programReport(results)).toContain('200 times, counted there: not more than 300')
  const checks = { ...results.checks, introspections: 301 }
  expect(programReport({ ...results, checks })).toContain('MORE THAN 300')
})

test('the report says which clock it was', () => {
  expect(programReport(results)).toContain("the machine's own clock)")
})
