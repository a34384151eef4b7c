import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manifestIn, PUBLISHED } from './release/packages.ts'

/** The version of a release, in a copy of the manifests. What is published is tried in build.test.ts. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const call = promisify(execFile)
const MANIFESTS = ['packages/*/package.json', 'examples/*/package.json']
const FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'docs/integrate/samples/package.json',
  'deploy/helm/portico/Chart.yaml',
  '.changeset/config.json',
]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-release-'))
  for (const file of [...FILES, ...globSync(MANIFESTS, { cwd: ROOT })]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await git('init', '--quiet', '--initial-branch', 'main')
  await git('add', '--all')
  await git(
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.test',
    'commit',
    '--quiet',
    '--message',
    'first',
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const git = (...args: string[]) => call('git', args, { cwd: folder })
const release = (...args: string[]) =>
  call(process.execPath, [join(folder, 'scripts/release.ts'), ...args], { cwd: folder })
const changeset = (text: string) => writeFileSync(join(folder, '.changeset/one.md'), text)
const versionIn = (path: string) => manifestIn(join(folder, path)).version
const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')

test('a changeset says the version of all packages, of the chart and of the changelogs', async () => {
  const before = versionIn('packages/program')
  const [major, minor] = before.split('.').map(Number)
  const next = `${major}.${(minor ?? 0) + 1}.0`
  changeset("---\n'@portico/program': minor\n---\n\nThere is a door for another framework.\n")
  const { stdout } = await call(
    process.execPath,
    [join(ROOT, 'node_modules/@changesets/cli/bin.js'), 'status'],
    {
      cwd: folder,
    },
  )
  for (const name of PUBLISHED) expect(stdout).toContain(`@portico/${name}`)
  await release('version')
  for (const name of PUBLISHED) expect([name, versionIn(`packages/${name}`)]).toEqual([name, next])
  const needed = ['packages/gate', 'examples/parking-permits', 'docs/integrate/samples'].flatMap((path) => {
    const { dependencies, devDependencies } = manifestIn(join(folder, path))
    return Object.entries({ ...(dependencies as object), ...(devDependencies as object) })
      .filter(([name]) => name.startsWith('@portico/'))
      .map(([, version]) => version)
  })
  expect([needed.length, new Set(needed)]).toEqual([6, new Set([next])])
  expect(versionIn('.')).toBe(next)
  expect(textOf('deploy/helm/portico/Chart.yaml')).toContain(`version: ${next}\nappVersion: "${next}"\n`)
  expect(textOf('CHANGELOG.md')).toContain(`## Unreleased\n\n## ${next}\n`)
  expect(textOf('packages/program/CHANGELOG.md')).toContain('There is a door for another framework.')
  expect(existsSync(join(folder, 'examples/parking-permits/CHANGELOG.md'))).toBe(false)
  expect(JSON.parse(textOf('package-lock.json'))).toMatchObject({
    version: next,
    packages: { 'packages/gate': { version: next, dependencies: { '@portico/program': next } } },
  })
})

test('without a changeset there is no release, and it says what to write', async () => {
  await expect(release('version')).rejects.toMatchObject({
    stderr: expect.stringContaining('npm run changeset'),
  })
  expect(existsSync(join(folder, 'packages/program/CHANGELOG.md'))).toBe(false)
})

test.each([
  [['publish'], 'is not built: run npm run build first'],
  [['publish', '--provenance'], '--provenance is not an option'],
  [[], 'Say what to do'],
])('%j is refused with what to do', async (args, said) => {
  await expect(release(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(said) })
})
