import { expect, test } from 'vitest'
import { coresSentence, processTable } from './processes.ts'

const slices = (...perSecond: number[]) => perSecond.map((each) => ({ perSecond: each }))

test('two processes are compared with one of the same round', () => {
  const trial = {
    operation: 'refresh',
    connections: 64,
    slices: { 'Portico, 1 process': slices(100, 10), 'Portico, 2 processes': slices(180, 15) },
  } as const
  expect(processTable([trial])).toContain('| 1.65x (1.50 to 1.80) |')
})

test('a machine with too few cores for two processes is named as such', () => {
  expect(coresSentence(true, 1)).toContain('too few cores')
  expect(coresSentence(true, 3)).not.toContain('too few')
  expect(coresSentence(false, 0)).toBe('NOT pinned to cores')
})
