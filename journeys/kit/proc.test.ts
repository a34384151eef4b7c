import { expect, test } from 'vitest'
import { machineTicks, parseMachineStat, parseStat, parseStatusMebibytes, stolenShare } from './proc.ts'

test('the name of a process may hold spaces and parentheses without moving the fields', () => {
  const line =
    '4711 (postgres: io (worker) 1) S 4700 4711 4711 0 -1 4194624 91 7 0 0 250 50 30 10 20 0 1 0 99 0'
  expect(parseStat(line)).toEqual({ parentPid: 4700, ownTicks: 300, endedChildrenTicks: 40 })
})

test('a line that ends too early gives no number that could pass for a measurement', () => {
  expect(parseStat('1 (node) S 0').ownTicks).toBeNaN()
})

test('memory now and memory at the most are told apart', () => {
  const status = 'Name:\tnode\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\nThreads:\t11\n'
  expect(parseStatusMebibytes(status, 'VmRSS')).toBe(100)
  expect(parseStatusMebibytes(status, 'VmHWM')).toBe(200)
})

test('a process without memory of its own has none, not zero', () => {
  expect(parseStatusMebibytes('Name:\tkthreadd\n', 'VmRSS')).toBeUndefined()
})

test('what the host gave to others is a share of all cores and of all kinds of time, a guest’s own counted once', () => {
  const at = (fields: string) => parseMachineStat(`cpu  ${fields}\ncpu0 1 2 3 4 5 6 7 8 0 0\n`)
  const before = at('100 10 50 800 20 5 5 10 40 0')
  expect(before).toEqual({ all: 1000, stolen: 10 })
  expect(stolenShare(before, at('150 10 60 810 20 5 5 40 90 0'))).toBe(0.3)
  expect(stolenShare(before, before)).toBe(0)
  expect(stolenShare(before, undefined)).toBeUndefined()
})

test('a system that does not tell what was stolen is not said to have lost nothing', () => {
  expect(parseMachineStat('cpu  1 2 3 4\n')).toBeUndefined()
  expect(parseMachineStat('intr 1 2 3\n')).toBeUndefined()
})

test.skipIf(process.platform !== 'linux')('this machine tells it', () => {
  const { all, stolen } = machineTicks() ?? { all: 0, stolen: Number.NaN }
  expect(stolen).toBeGreaterThanOrEqual(0)
  expect(all).toBeGreaterThan(stolen)
})
