import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PACKAGES } from '../published.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

type Names = Readonly<Record<string, string>>

/** One entry of package-lock.json. */
export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** package-lock.json: the package in each folder. */
export type Lockfile = Readonly<Record<string, LockedPackage>>

/** A package that is installed where Portico runs. */
export interface Shipped {
  /** Its folder, such as `node_modules/a/node_modules/b`. */
  readonly folder: string
  readonly name: string
  readonly locked: LockedPackage
  /** The folders of its dependencies. */
  readonly needs: readonly string[]
}

/** The workspaces that are published or run. All their dependencies are shipped with them. */
export const SHIPPING: readonly string[] = PACKAGES.map(({ folder }) => `packages/${folder}`)

/** The registry of the packages. */
const REGISTRY = 'https://registry.npmjs.org/'

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** Reads the repository's lockfile. */
export function readLockfile(): Lockfile {
  return (JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as { packages: Lockfile }).packages
}

/** Reads which packages may, or expressly may not, run a script when they are installed. */
export function readAllowedScripts(): Readonly<Record<string, boolean>> {
  const about = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  return about.allowScripts
}

/** The name of a package by its folder. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Everything that these workspaces need to run, for every platform, in the order of names. */
export function listShipped(
  lockfile: Lockfile,
  workspaces: readonly string[] = SHIPPING,
): readonly Shipped[] {
  const found = new Map<string, Shipped>()
  const waiting = workspaces.flatMap((workspace) => needsOf(lockfile, workspace))
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const locked = lockfile[folder]
    if (!locked || locked.link || found.has(folder)) continue
    const needs = needsOf(lockfile, folder)
    found.set(folder, { folder, name: nameOf(folder), locked, needs })
    waiting.push(...needs)
  }
  return [...found.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.folder.localeCompare(b.folder, 'en'),
  )
}

/** The folders of what a package needs to run. */
export function needsOf(lockfile: Lockfile, folder: string): readonly string[] {
  const locked = lockfile[folder] ?? {}
  const isOptionalPeer = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true
  const peers = Object.keys(locked.peerDependencies ?? {}).filter((name) => !isOptionalPeer(name))
  const names = [...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), ...peers]
  return names.map((name) => resolve(lockfile, folder, name)).filter((found) => found !== undefined)
}

/** Finds a package as Node does: in this folder's node_modules, then in those of its parents. */
function resolve(lockfile: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const candidate = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
    if (lockfile[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/** The faults of a lockfile, each in a sentence. */
export function lockfileFaults(
  lockfile: Lockfile,
  allowedScripts: Readonly<Record<string, boolean>>,
): readonly string[] {
  return Object.entries(lockfile).flatMap(([folder, locked]) =>
    folder.includes('node_modules/')
      ? installedFaults(folder, locked, allowedScripts)
      : looseVersions(folder, locked, lockfile),
  )
}

function installedFaults(
  folder: string,
  { link, integrity = '', resolved, hasInstallScript }: LockedPackage,
  allowedScripts: Readonly<Record<string, boolean>>,
): readonly string[] {
  if (link) return []
  return [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [] : [`${folder} has no SHA-512 integrity`]),
    ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${folder} comes from ${resolved}`]),
    ...(hasInstallScript && !(nameOf(folder) in allowedScripts)
      ? [
          `${folder} wants to run a script when it is installed: decide about it in allowScripts (package.json)`,
        ]
      : []),
  ]
}

function looseVersions(folder: string, locked: LockedPackage, lockfile: Lockfile): readonly string[] {
  const wanted = { ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies }
  return Object.entries(wanted)
    .filter(([name, version]) => !EXACT.test(version) && !lockfile[`node_modules/${name}`]?.link)
    .map(
      ([name, version]) => `${folder || 'package.json'} asks for ${name} ${version}: pin one exact version`,
    )
}
