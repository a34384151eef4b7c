import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LockedPackage, listShipped, readLockfile } from './supply-chain/lockfile.ts'

/**
 * Makes dist/server, dist/gate and dist/console: the packed service, gate or console, and a manifest with a lockfile, so that `npm ci` there
 * installs exactly the versions that were tested. The container images and the systemd units are made of these folders.
 * Runs behind `npm run build`.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A folder that can be installed: its packages of ours, the first of which is started. */
interface ServerFolder {
  readonly name: string
  readonly folder: string
  readonly packages: readonly [string, ...string[]]
}

const FOLDERS: readonly ServerFolder[] = [
  { name: 'portico-server', folder: 'server', packages: ['identity', 'processes'] },
  { name: 'portico-gate-server', folder: 'gate', packages: ['gate', 'processes', 'program'] },
  {
    name: 'portico-console-server',
    folder: 'console',
    packages: ['console', 'identity', 'processes', 'program'],
  },
]

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

function make({ name, folder, packages: ours }: ServerFolder): void {
  const target = join(ROOT, 'dist', folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const packed = ours.map((one) => pack(one, target))
  const [{ manifest }] = packed as [Packed, ...Packed[]]
  const dependencies = Object.fromEntries(packed.map((one) => [one.manifest.name, one.resolved]))
  const about = { name, version: manifest.version, license: manifest.license, dependencies }
  const locked = packed.map(({ manifest, resolved, integrity }) => [
    `node_modules/${String(manifest.name)}`,
    { ...repeated(manifest), resolved, integrity },
  ])
  const packages = { '': about, ...Object.fromEntries(locked), ...thirdParties(ours) }
  const lock = { name, version: about.version, lockfileVersion: 3, requires: true, packages }
  write(join(target, 'package.json'), { ...about, private: true })
  write(join(target, 'package-lock.json'), lock)
  process.stderr.write(`portico: built ${target}\n`)
}

interface Packed {
  readonly manifest: Manifest
  readonly resolved: string
  readonly integrity: string
}

/** Packs what was built. npm gives each file of a tarball the same time, so two builds of one commit are the same. */
function pack(one: string, target: string): Packed {
  const built = join(ROOT, 'dist', 'npm', one)
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as Manifest
  const said = execFileSync('npm', ['pack', built, '--json', '--pack-destination', target], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [, tarball = ''] = /"filename":\s*"([^"]+)"/.exec(said) ?? []
  const hash = createHash('sha512')
    .update(readFileSync(join(target, tarball)))
    .digest('base64')
  return { manifest, resolved: `file:${tarball}`, integrity: `sha512-${hash}` }
}

function repeated(manifest: Manifest): object {
  return Object.fromEntries(REPEATED.map((field) => [field, manifest[field]]))
}

/** The entries of the repository's lockfile for everything that these packages need, on every platform. */
function thirdParties(ours: readonly string[]): Readonly<Record<string, object>> {
  const shipped = listShipped(
    readLockfile(),
    ours.map((one) => `packages/${one}`),
  )
  const entries = shipped.map(({ folder, locked }) => [placeOf(folder), withoutRole(locked)] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What only one of our packages needs in its version lies below it, here as there. */
function placeOf(folder: string): string {
  return folder.replace(/^packages\//, 'node_modules/@portico/')
}

/** Here nothing is for development. */
function withoutRole({ dev: _dev, devOptional: _devOptional, peer: _peer, ...locked }: Role): object {
  return locked
}

type Role = LockedPackage & { readonly dev?: true; readonly devOptional?: true; readonly peer?: true }

function write(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

for (const folder of FOLDERS) make(folder)
