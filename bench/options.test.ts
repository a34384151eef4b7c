import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('a full run warms up for 5 seconds and measures at least 5 rounds', () => {
  const { pace, mode, only } = readOptions([])
  expect(pace.warmUpSeconds).toBeGreaterThanOrEqual(5)
  expect(pace.rounds).toBeGreaterThanOrEqual(5)
  expect([mode, only]).toEqual(['compare', undefined])
})

test('a part that does not exist is refused with the list of those that do', () => {
  expect(() => readOptions(['--only', 'introspektion'])).toThrow(/introspection, userinfo/)
  expect(() => readOptions(['--only'])).toThrow(/--only takes a list/)
})

test('a word that is not understood is refused, not passed over', () => {
  expect(() => readOptions(['--quik'])).toThrow('"--quik" is not understood')
})

test('five million rows are measured only where they are asked for', () => {
  expect(readOptions(['growth']).sizes).toEqual([10_000, 1_000_000])
  expect(readOptions(['growth', '--five-million']).sizes).toEqual([10_000, 1_000_000, 5_000_000])
})

test('parts may be asked for beside other words', () => {
  expect(readOptions(['--only', 'refresh,starts', '--quick']).only).toEqual(['refresh', 'starts'])
})
