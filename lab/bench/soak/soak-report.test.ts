import { expect, test } from 'vitest'
import { MACHINE } from '../report/machine.fixture.ts'
import type { SoakSample } from './sample.ts'
import { type SoakResults, soakReport, stayingVerdict } from './soak-report.ts'

const kind = (answers: number, faults = 0) => ({
  ...{ answers, faults },
  ...{ p50Milliseconds: 1, p99Milliseconds: 2, mostMilliseconds: 3 },
})

function sample(second: number, rows: number, memoryMebibytes = 100): SoakSample {
  return {
    ...{ second, memoryMebibytes, perSecond: 700, heapMebibytes: 40 },
    ...{ delayP99Milliseconds: 1, delayMostMilliseconds: 4 },
    tables: { access_tokens: { rows, mebibytes: 5 }, grants: { rows, mebibytes: 1 } },
  }
}

function resultsOf(samples: readonly SoakSample[]): SoakResults {
  return {
    at: 'now',
    machine: MACHINE,
    ...{ share: 0.7, mostPerSecond: 1000, perSecond: 700, minutes: 15, past: 10_000, samples },
    result: {
      ...kind(100, 1),
      seconds: 900,
      ...{ firstFault: 'expected 200', cpuMicroseconds: 1 },
      kinds: { 'code-exchange': kind(1_000, 1) },
    },
  }
}

const rowOf = (report: string, name: string) =>
  report.split('\n').find((line) => line.startsWith(`| ${name}`))

test('a table whose rows should pass and that goes on growing is called so', () => {
  const growing = Array.from({ length: 12 }, (_, at) => sample(at, 10_000 + at * 1_000))
  expect(rowOf(soakReport(resultsOf(growing)), 'access_tokens')).toContain('GROWS')
  const level = Array.from({ length: 12 }, (_, at) => sample(at, 10_000))
  expect(rowOf(soakReport(resultsOf(level)), 'access_tokens')).toContain('flat')
})

test('a table whose rows stay may grow by what was asked for, and by no more', () => {
  expect(stayingVerdict('grants', 1_000, { 'code-exchange': kind(1_000) })).toContain('rows stay 14 days')
  expect(stayingVerdict('grants', 3_000, { 'code-exchange': kind(1_000) })).toContain('GROWS BY MORE')
})

test('memory that goes on growing is called so, whatever the tables do', () => {
  const growing = Array.from({ length: 12 }, (_, at) => sample(at, 10, 100 + at * 10))
  expect(rowOf(soakReport(resultsOf(growing)), 'memory')).toContain('GROWS')
})

test('a wrong answer stands at the top of the report with what it was', () => {
  expect(soakReport(resultsOf([sample(1, 1)]))).toContain('1 errors (the first: expected 200)')
})

test('too few looks give no verdict', () => {
  expect(rowOf(soakReport(resultsOf([sample(1, 5_000)])), 'access_tokens')).toContain('n/a')
})
