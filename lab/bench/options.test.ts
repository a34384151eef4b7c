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
  expect(() => readOptions(['soaked'])).toThrow('"soaked" is not understood')
})

test('five million rows are measured only where they are asked for', () => {
  expect(readOptions(['growth']).sizes).toEqual([10_000, 1_000_000])
  expect(readOptions(['growth', '--five-million']).sizes).toEqual([10_000, 1_000_000, 5_000_000])
})

test('parts may be asked for beside other words', () => {
  expect(readOptions(['--only', 'refresh,starts', '--quick']).only).toEqual(['refresh', 'starts'])
})

test('figures of a quick run cannot get into the documentation', () => {
  expect(() => readOptions(['--quick', '--write'])).toThrow('mean nothing')
  expect(readOptions(['growth', '--write']).write).toBe(true)
})

test('figures of parts cannot take the place of a whole table', () => {
  expect(() => readOptions(['--only', 'starts', '--write'])).toThrow('whole runs')
  expect(() => readOptions(['growth', '--write', '--only', 'refresh'])).toThrow('whole runs')
})

test('two modes at once are refused', () => {
  expect(() => readOptions(['growth', 'soak'])).toThrow('Use only one of')
})

test('a soak takes 15 minutes, or as many as are asked for', () => {
  expect(readOptions(['soak']).minutes).toBe(15)
  expect(readOptions(['soak', '--minutes', '90']).minutes).toBe(90)
})

test('no time, a time below nothing and what is no time are refused', () => {
  for (const minutes of ['', '0', '-1', 'ten', 'Infinity', '1441'])
    expect(() => readOptions(['soak', '--minutes', minutes])).toThrow('--minutes needs')
  expect(() => readOptions(['soak', '--minutes'])).toThrow('--minutes needs')
})

test('another commit is named, is no mode beside others, and has no place in the documentation', () => {
  expect(readOptions(['--against', 'HEAD~1'])).toMatchObject({ mode: 'against', revision: 'HEAD~1' })
  expect(() => readOptions(['--against'])).toThrow('needs a git revision')
  expect(() => readOptions(['growth', '--against', 'main'])).toThrow('Use only one of')
  expect(() => readOptions(['--against', 'main', '--write'])).toThrow('--against')
})

test('servers of Citus are a mode of their own, whose figures no command writes', () => {
  expect(readOptions(['citus']).mode).toBe('citus')
  expect(() => readOptions(['citus', 'soak'])).toThrow('Use only one of')
  expect(() => readOptions(['citus', '--write'])).toThrow('docs/citus.md')
})

test('the programs of a PostgreSQL are a folder, or those that Portico brings', () => {
  expect(readOptions([]).postgres).toBeUndefined()
  expect(readOptions(['--postgres', '/usr/lib/postgresql/18/bin']).postgres).toBe(
    '/usr/lib/postgresql/18/bin',
  )
})

test('the commands are measured with a million citizens, and have no table in the documentation', () => {
  expect(readOptions(['commands']).sizes).toEqual([10_000, 1_000_000])
  expect(() => readOptions(['commands', '--write'])).toThrow('the figures of commands')
})
