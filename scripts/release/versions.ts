import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, Trouble } from '../say.mjs'
import { manifestIn } from './packages.ts'

const UNRELEASED = '## Unreleased\n'
const CHART = 'deploy/helm/portico/Chart.yaml'

/** Lets changesets choose the version and write the changelogs of the packages, and writes the version everywhere else. */
export async function setVersions(root: string): Promise<void> {
  const waiting = globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'))
  if (waiting.length === 0)
    throw new Trouble(
      'There is nothing to release: .changeset has no file. Write one with npm run changeset.',
    )
  runChangeset(root)
  const { version } = manifestIn(join(root, 'packages/program'))
  replaceIn(root, 'package.json', /("version": ")[^"]+/, version)
  replaceIn(root, CHART, /(^version: ).+/m, version)
  replaceIn(root, CHART, /(^appVersion: ").+(?=")/m, version)
  for (const file of globSync('{examples/*,docs/integrate/samples}/CHANGELOG.md', { cwd: root }))
    rmSync(join(root, file))
  nameRelease(root, version)
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
  })
  say(`the version is ${version}. Look at git diff, and commit it.`)
}

function runChangeset(root: string): void {
  const path = join(root, 'node_modules/@changesets/cli/bin.js')
  if (!existsSync(path)) throw new Trouble('changesets is missing: run npm ci.')
  execFileSync(process.execPath, [path, 'version'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

function replaceIn(root: string, file: string, pattern: RegExp, version: string): void {
  const text = readFileSync(join(root, file), 'utf8')
  if (!pattern.test(text))
    throw new Trouble(`${file} has no line with a version: correct it, and run this again.`)
  writeFileSync(join(root, file), text.replace(pattern, `$1${version}`))
}

/** What was not released becomes the section of this version. */
function nameRelease(root: string, version: string): void {
  const path = join(root, 'CHANGELOG.md')
  const text = readFileSync(path, 'utf8')
  if (!text.includes(UNRELEASED)) throw new Trouble('CHANGELOG.md has no section "## Unreleased".')
  writeFileSync(path, text.replace(UNRELEASED, `${UNRELEASED}\n## ${version}\n`))
}
