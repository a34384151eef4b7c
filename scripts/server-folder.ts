import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LockedPackage, listShipped, readLockfile } from './supply-chain/lockfile.ts'

/**
 * Makes dist/server: the packed service, and a manifest with a lockfile, so that `npm ci` there installs exactly the
 * versions that were tested. The container image and the systemd units are made of this folder. Runs behind `npm run build`.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKSPACE = 'packages/identity'
const INSTALLED = 'node_modules/@portico/identity'

/** What `npm run build` has put together. */
const BUILT = join(ROOT, 'dist', 'npm', 'identity')

/** The fields of a manifest that its entry in a lockfile repeats. */
const REPEATED = [
  'version',
  'license',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'engines',
] as const

type Manifest = Readonly<Record<(typeof REPEATED)[number] | 'name', unknown>>

function main(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(BUILT, 'package.json'), 'utf8')) as Manifest
  const tarball = pack(folder)
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(join(folder, tarball)))
    .digest('base64')}`
  const about = {
    name: 'portico-server',
    version: manifest.version,
    license: manifest.license,
    dependencies: { '@portico/identity': `file:${tarball}` },
  }
  const packages = {
    '': about,
    [INSTALLED]: { ...repeated(manifest), resolved: `file:${tarball}`, integrity },
    ...thirdParties(),
  }
  const lock = { name: about.name, version: about.version, lockfileVersion: 3, requires: true, packages }
  write(join(folder, 'package.json'), { ...about, private: true })
  write(join(folder, 'package-lock.json'), lock)
  process.stderr.write(`portico: built ${folder}\n`)
}

/** Packs the built service. npm gives each file of a tarball the same time, so two builds of one commit are the same. */
function pack(folder: string): string {
  const said = execFileSync('npm', ['pack', BUILT, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [, tarball = ''] = /"filename":\s*"([^"]+)"/.exec(said) ?? []
  return tarball
}

function repeated(manifest: Manifest): object {
  return Object.fromEntries(REPEATED.map((field) => [field, manifest[field]]))
}

/** The entries of the repository's lockfile for everything that the service needs, on every platform. */
function thirdParties(): Readonly<Record<string, object>> {
  const shipped = listShipped(readLockfile(), [WORKSPACE])
  const entries = shipped.map(({ folder, locked }) => [placeOf(folder), withoutRole(locked)] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What only the service needs in its version lies below it, here as there. */
function placeOf(folder: string): string {
  return folder.startsWith(`${WORKSPACE}/`) ? INSTALLED + folder.slice(WORKSPACE.length) : folder
}

/** Here nothing is for development. */
function withoutRole({ dev: _dev, devOptional: _devOptional, peer: _peer, ...locked }: Role): object {
  return locked
}

type Role = LockedPackage & { readonly dev?: true; readonly devOptional?: true; readonly peer?: true }

function write(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

main(join(ROOT, 'dist', 'server'))
