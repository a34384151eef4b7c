// Takes long, because each command starts five times.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runTool } from './deploy/tools.ts'

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
const COMMANDS = readdirSync(PACKAGES).flatMap((name) => {
  const { version, bin = {} } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
  return Object.entries<string>(bin).map(
    ([command, file]) => [command, join(PACKAGES, name, file), String(version)] as const,
  )
})

test('every command of the packages is found', () => {
  expect(COMMANDS.map(([command]) => command).toSorted()).toEqual(
    expect.arrayContaining(['portico', 'portico-conformance', 'portico-gate', 'portico-postgres']),
  )
})

test.each(COMMANDS)(
  '%s tells its help and its version on stdout, without settings',
  async (command, file, version) => {
    const asked = (word: string) => runTool(process.execPath, [file, word])
    for (const word of ['--version', '-V'])
      expect(await asked(word)).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
    for (const word of ['--help', '-h'])
      expect(await asked(word)).toMatchObject({ code: 0, out: expect.stringContaining(command), err: '' })
    expect(await asked('--no-such-thing')).toMatchObject({ code: 2, out: '' })
  },
)
