import { expect, test } from 'vitest'
import { doorFaults } from './built-doors.ts'

const PROGRAM = {
  name: '@portico/program',
  folder: 'program',
  exports: { '.': './src/index.ts', './mysql': './src/store/mysql/index.ts' },
}
const INDEX = { '@portico/program': ['../program/dist/index.d.ts'] }
const MYSQL = { '@portico/program/mysql': ['../program/dist/store/mysql/index.d.ts'] }
const faults = (paths: Record<string, string[]>, ...imported: string[]) =>
  doorFaults([PROGRAM], { paths, imported: new Set(imported) })

test('a build that lists each imported door has no fault', () => {
  expect(faults({ ...INDEX, ...MYSQL }, '@portico/program', '@portico/program/mysql')).toEqual([])
  expect(faults({})).toEqual([])
})

test.each([
  [INDEX, ['@portico/program', '@portico/program/mysql'], 'is needed'],
  [{ '@portico/program': ['../program/dist/main.d.ts'] }, ['@portico/program'], 'is needed'],
  [{ ...INDEX, ...MYSQL }, ['@portico/program'], 'nothing imports it'],
  [INDEX, ['@portico/program', '@portico/program/oracle'], 'no package has this door'],
  [INDEX, ['@portico/program', '@portico/programs'], 'no package has this door'],
])('%j with imports of %j: %s', (paths, imported, fault) => {
  expect(faults(paths, ...imported)).toEqual([expect.stringContaining(fault)])
})
