import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, Trouble } from '../say.mjs'
import { type Manifest, manifestIn, PUBLISHED } from './packages.ts'

/** What is published, and where it comes from. */
export interface Publishing {
  readonly root: string
  /** What `npm run build` has made. */
  readonly folder: string
  readonly isDryRun: boolean
  readonly env: NodeJS.ProcessEnv
}

/**
 * Publishes each package with its provenance, which only a workflow of the repository can prove. What is published
 * already is left out, so a run that was interrupted is repeated.
 */
export async function publishAll({ root, folder, isDryRun, env }: Publishing): Promise<void> {
  const built = PUBLISHED.map((name) => ({ name, path: join(folder, name) }))
  const version = versionOf(root, built)
  const repository = repositoryOf(env, isDryRun)
  for (const { name, path } of built) {
    const manifest = manifestIn(path)
    const place = { type: 'git', url: `git+${repository}.git`, directory: `packages/${name}` }
    writeFileSync(
      join(path, 'package.json'),
      `${JSON.stringify({ ...manifest, repository: place }, null, 2)}\n`,
    )
    if (!isDryRun && isPublished(manifest)) {
      say(`${manifest.name} ${version} is published already`)
      continue
    }
    say(`${isDryRun ? 'trying' : 'publishing'} ${manifest.name} ${version}`)
    publish(path, isDryRun)
  }
}

/** The one version of all packages, which CHANGELOG.md names. */
function versionOf(root: string, built: readonly { name: string; path: string }[]): string {
  const missing = built.filter(({ path }) => !existsSync(join(path, 'package.json')))
  if (missing.length > 0)
    throw new Trouble(`${missing.map(({ name }) => name).join(', ')} is not built: run npm run build first.`)
  const { version } = manifestIn(join(root, 'packages/program'))
  const others = built.map(({ path }) => manifestIn(path)).filter((one) => one.version !== version)
  if (others.length > 0)
    throw new Trouble(
      `The sources are ${version}, and built is ${others.map((one) => `${one.name} ${one.version}`).join(', ')}: run npm run build again.`,
    )
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`))
    throw new Trouble(
      `CHANGELOG.md has no section "## ${version}": run npm run release -- version, and commit it.`,
    )
  return version
}

/** npm compares it with the workflow that publishes. */
function repositoryOf(
  { GITHUB_SERVER_URL, GITHUB_REPOSITORY }: NodeJS.ProcessEnv,
  isDryRun: boolean,
): string {
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  if (isDryRun) return 'https://example.org/portico'
  throw new Trouble(
    'Packages are published by a workflow, which proves where they were built: see docs/runbooks/release.md. Here, use --dry-run.',
  )
}

function isPublished({ name, version }: Manifest): boolean {
  return npm(['view', `${name}@${version}`, 'version']).stdout.trim() === version
}

function publish(path: string, isDryRun: boolean): void {
  const how = isDryRun ? ['--dry-run'] : ['--provenance']
  const { status, stdout, stderr } = npm(['publish', path, '--access', 'public', ...how])
  if (status !== 0)
    throw new Trouble(`npm cannot publish ${path}: see the lines above.`, `${stdout}${stderr}\n`)
}

function npm(args: readonly string[]) {
  return spawnSync('npm', [...args, '--loglevel=error'], { encoding: 'utf8' })
}
