import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensurePackages } from './packages.mjs'

/** What the launcher asks of npm, in a folder with a lockfile. This npm writes down what it is asked, and installs nothing else. */
const NPM = `#!/bin/sh
echo "$*" >> asked
mkdir -p node_modules
rm -f node_modules/.portico-lock
echo '{ "packages": {} }' > node_modules/.package-lock.json
`

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portico-packages-'))
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin', 'npm'), NPM, { mode: 0o755 })
  await lockAt('1.0.0')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const LOCKED = (version: string) => ({
  '': {},
  'node_modules/runs': { version },
  'node_modules/tests': { version, dev: true },
})

const lockAt = (version: string) =>
  writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED(version) }))

const ensure = (tools: boolean) =>
  ensurePackages({ root, env: { PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}` }, tools })

/** One word for each call of npm: whether it left out what is for development. */
async function asked(): Promise<readonly string[]> {
  if (!existsSync(join(root, 'asked'))) return []
  const lines = (await readFile(join(root, 'asked'), 'utf8')).trim().split('\n')
  return lines.map((line) =>
    /--omit=dev/.test(line) ? 'running' : /--include=dev/.test(line) ? 'tools' : line,
  )
}

test('who only runs Portico gets no tools; who then tests it gets them, once; and then nothing is missing for running it', async () => {
  for (const tools of [false, false, true, true, false]) await ensure(tools)
  expect(await asked()).toEqual(['running', 'tools'])
})

test('another lockfile is installed in the same extent', async () => {
  await ensure(false)
  await lockAt('2.0.0')
  await ensure(false)
  await ensure(true)
  await lockAt('3.0.0')
  await ensure(false)
  expect(await asked()).toEqual(['running', 'running', 'tools', 'tools'])
})

test('what somebody has installed by npm alone is not installed again, and keeps its extent when the lockfile changes', async () => {
  await mkdir(join(root, 'node_modules'))
  const have = (packages: object) =>
    writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  await have(LOCKED('1.0.0'))
  await ensure(false)
  await ensure(true)
  expect(await asked()).toEqual([])
  await have({ 'node_modules/runs': { version: '1.0.0' } })
  await ensure(false)
  expect(await asked()).toEqual([])
  await ensure(true)
  expect(await asked()).toEqual(['tools'])
})
