import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { lookAtCores, readProcesses } from './processes-setting.ts'

test.each([
  ['1', 1],
  ['2', 2],
  ['64', 64],
])('%j is %i', (text, count) => {
  expect(readProcesses(text)).toBe(count)
})

test('auto is one for each core', () => {
  expect(readProcesses('auto')).toBe(Math.min(availableParallelism(), 64))
})

test.each(['', '0', '65', '1000', 'two', '-1', '1.5', '1e1', 'Auto', '00', '2 3', '٢'])(
  '%j is none',
  (text) => {
    expect(readProcesses(text)).toBeUndefined()
  },
)

test.each([
  [1, 1, { state: 'ok', says: '1 process on 1 core', mend: '' }],
  [4, 4, { state: 'ok', says: '4 processes on 4 cores', mend: '' }],
  [1, 4, { state: 'idle', says: '1 process on 4 cores; A=auto would use all of them', mend: '' }],
  [
    ...([3, 2] as const),
    {
      state: 'wrong',
      says: '3 processes on 2 cores',
      mend: 'set A=auto: more than one on a core are slower',
    },
  ],
])('what a doctor says of %i on %i', (processes, cores, finding) => {
  expect(lookAtCores('A', processes, cores)).toEqual(finding)
})
