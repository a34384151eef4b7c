import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SsoConfigError } from '@portico/program'
import { afterAll, expect, test } from 'vitest'
import { settingsLast, withSettingsFile } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-gate-settings-'))
const file = join(folder, 'gate.env')
writeFileSync(file, '# a comment\nGATE_LISTEN="127.0.0.1:4180"\nGATE_OPTIONAL_PATHS="/ /admin/*"\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [['serve'], ['serve']],
  [
    ['--settings', 'gate.env'],
    ['--settings', 'gate.env'],
  ],
  [
    ['--settings', 'gate.env', 'doctor', '--json'],
    ['doctor', '--json', '--settings', 'gate.env'],
  ],
  [
    ['doctor', '--settings=a=b', '--json'],
    ['doctor', '--json', '--settings=a=b'],
  ],
  [
    ['doctor', '--json', '--settings'],
    ['doctor', '--json', '--settings'],
  ],
])('of %j the gate reads %j', (line, args) => {
  expect(settingsLast(line)).toEqual(args)
})

test('the file is read, and the environment counts more', () => {
  expect(withSettingsFile(undefined, { A: 'b' })).toEqual({ A: 'b' })
  expect(withSettingsFile(file, { GATE_LISTEN: '[::1]:80' })).toEqual({
    GATE_LISTEN: '[::1]:80',
    GATE_OPTIONAL_PATHS: '/ /admin/*',
  })
})

test.each(['', join(folder, 'missing.env'), folder])('the file %s stops the gate, and says so', (name) => {
  expect(() => withSettingsFile(name, {})).toThrow(SsoConfigError)
  expect(() => withSettingsFile(name, {})).toThrow(/--settings .*must be a file of settings/)
})
