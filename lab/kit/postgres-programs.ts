import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where distributions put a server's programs, one folder for each version. */
const DISTRIBUTIONS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr']

/**
 * The folder of this machine's own PostgreSQL server programs, the newest of several; undefined where it has none.
 * A deployment's server is built for speed (`-O2`), the one that Portico brings for a small package (`-Os`): it takes
 * half as much again for the same statement.
 */
export function machinePostgres(): string | undefined {
  const folders = DISTRIBUTIONS.flatMap((folder) => versionsIn(folder)).sort((a, b) => b.version - a.version)
  const onPath = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.map(({ bin }) => bin), ...onPath].find(isServer)
}

/** Reads the version from a folder's name: `15`, `pgsql-16`, `postgresql@17`. */
export function versionOf(name: string): number | undefined {
  const version = /^(?:pgsql-|postgresql@)?(\d+)$/.exec(name)?.[1]
  return version === undefined ? undefined : Number(version)
}

function versionsIn(folder: string): readonly { readonly version: number; readonly bin: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const version = versionOf(name)
    return version === undefined ? [] : [{ version, bin: join(folder, name, 'bin') }]
  })
}

function isServer(bin: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(bin, name)))
}
