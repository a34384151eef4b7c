import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigFaults, readConfig } from '../../packages/identity/src/config.ts'
import { ROOT } from './tools.ts'

const DEPLOY = join(ROOT, 'deploy')
/** A variable that a file gives a value: in an env file, a unit, a Dockerfile, compose, or a template of the chart. */
const SET = /(?:^|[\s="])(?:- name: )?(PORTICO_[A-Z0-9_]+)(?:=|: |$)/gm

function namesIn(file: string): readonly string[] {
  return [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(SET)].map(([, name = '']) => name)
}

const FILES = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:env|service|ya?ml|tpl)$|Dockerfile$/.test(file) && !file.startsWith('prometheus'))
  // Those of the console have a test beside its settings.
  .filter((file) => namesIn(file).length > 0 && !file.includes('console'))

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

test('the files that set variables are found', () => {
  expect(FILES).toEqual(
    expect.arrayContaining([
      'container/Dockerfile',
      'container/compose.yaml',
      'helm/portico/templates/_helpers.tpl',
      'systemd/portico.env',
      'systemd/portico.service',
    ]),
  )
})

// proves: threat-toy-in-public
test.each(FILES)('deploy/%s sets no variable that the service does not know', (file) => {
  const environment = Object.fromEntries(namesIn(file).map((name) => [name, '']))
  expect(faultsOf(environment)).toEqual([])
})
