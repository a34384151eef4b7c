import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withLock } from './lock.mjs'
import { PUBLISHED } from './release/packages.ts'

/** What `npm run build` makes, for the tests that install it or start it. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KEPT = join(ROOT, '.runtime', 'test-builds')
const call = promisify(execFile)

/** Everything that is read by a build, or by what it runs. */
const SOURCES = ['packages/**', 'scripts/**', '*']
const NO_SOURCES = ['node_modules', 'dist']

/** A build of other sources is of use to a run that is not over. */
const KEPT_MILLISECONDS = 24 * 60 * 60_000

/** A build: `npm`, `server` and `gate` as `npm run build` names them. */
export interface Build {
  readonly folder: string
  /** The file that `npm pack` makes of a package. */
  tarballOf(name: (typeof PUBLISHED)[number]): string
}

/**
 * A build of the sources as they are now. Of equal sources there is one for all tests, made by the first that asks for it. Nobody
 * may write into it.
 */
export async function sharedBuild(): Promise<Build> {
  return oneAtATime(async (place) => {
    if (!existsSync(place)) keep(await makeBuild(`${place}.${process.pid}`), place)
    return describe(place)
  })
}

/** Builds into a folder that does not exist. What it makes serves the tests that ask for a build later, too. */
export async function buildAnew(folder: string): Promise<Build> {
  return oneAtATime(async (place) => {
    await makeBuild(folder)
    if (!existsSync(place)) {
      cpSync(folder, `${place}.${process.pid}`, { recursive: true })
      keep(`${place}.${process.pid}`, place)
    }
    return describe(folder)
  })
}

function oneAtATime<T>(work: (place: string) => Promise<T>): Promise<T> {
  const place = join(KEPT, digestOfSources())
  return withLock(`${place}.lock`, 'building for tests', () => work(place))
}

async function makeBuild(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  await call(process.execPath, ['scripts/run.mjs', 'build', folder], { cwd: ROOT })
  const packages = PUBLISHED.map((name) => join(folder, 'npm', name))
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  await call('npm', ['pack', ...packages, '--pack-destination', packed], { cwd: folder })
  return folder
}

function keep(folder: string, place: string): void {
  renameSync(folder, place)
  for (const path of readdirSync(KEPT).map((name) => join(KEPT, name))) {
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (path !== place && Date.now() - made > KEPT_MILLISECONDS)
      rmSync(path, { recursive: true, force: true })
  }
}

function describe(folder: string): Build {
  const files = readdirSync(join(folder, 'packed'))
  const fileOf = (name: string) => files.find((file) => file.startsWith(`portico-${name}-`)) ?? ''
  return { folder, tarballOf: (name) => join(folder, 'packed', fileOf(name)) }
}

function digestOfSources(): string {
  const options = { cwd: ROOT, exclude: (name: string) => NO_SOURCES.includes(name.split('/').at(-1) ?? '') }
  const hash = createHash('sha256').update(process.version)
  for (const path of globSync(SOURCES, options).sort()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 32)
}
