import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { processesOf } from './processes-setting.ts'
import { readSettings } from './settings.ts'

function read(value?: string) {
  const settings = readSettings({ PORTICO_PROCESSES: value })
  return { processes: processesOf(settings), faults: settings.faults() }
}

test.each([
  [undefined, 1] as const,
  ['', 1] as const,
  ['1', 1] as const,
  ['2', 2] as const,
  ['64', 64] as const,
])('%j is %i', (value, processes) => {
  expect(read(value)).toEqual({ processes, faults: [] })
})

test('auto is one for each core', () => {
  expect(read('auto')).toEqual({ processes: availableParallelism(), faults: [] })
})

test.each(['0', '65', '1000', 'two', '-1', '1.5', '1e1', 'Auto', '00', '2 3', '٢'])(
  '%j is a fault',
  (value) => {
    expect(read(value).faults).toEqual([
      `PORTICO_PROCESSES is ${JSON.stringify(value)}; set it to auto or to a whole number from 1 to 64`,
    ])
  },
)
