import { expect, test } from 'vitest'
import { processesOf } from './processes-setting.ts'
import { readSettings } from './settings.ts'

function read(value?: string) {
  const settings = readSettings({ PORTICO_PROCESSES: value })
  return { processes: processesOf(settings), faults: settings.faults() }
}

test.each([[undefined, 1] as const, ['', 1] as const, ['2', 2] as const])('%j is %i', (value, processes) => {
  expect(read(value)).toEqual({ processes, faults: [] })
})

test.each(['0', '1000', 'two'])('%j is a fault', (value) => {
  expect(read(value).faults).toEqual([
    `PORTICO_PROCESSES is ${JSON.stringify(value)}; set it to auto or a whole number from 1 to 64`,
  ])
})
