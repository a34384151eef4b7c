import { expect, test } from 'vitest'
import { parseStat, parseStatusMebibytes } from './proc.ts'

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
