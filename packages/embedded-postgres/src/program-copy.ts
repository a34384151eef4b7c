import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { makeOpenFolder } from './places.ts'
import { EmbeddedTrouble, explainFileError } from './trouble.ts'

/** The installed npm package with the programs for this system. */
export interface BinaryPackage {
  readonly folder: string
  readonly version: string
  readonly links: readonly SymbolicLink[]
}

/** A link, which npm's package format cannot contain. Both paths are relative to the package. */
export interface SymbolicLink {
  readonly source: string
  readonly target: string
}

/**
 * A complete copy of the package that every user may read, in the first folder that can be written. It is made under
 * another name and renamed, so a copy with the final name is complete. A copy that has lost files is made again.
 */
export function copyOf(source: BinaryPackage, folders: readonly string[]): string {
  const name = `postgres-${source.version}-${process.platform}-${process.arch}`
  const ready = folders.map((folder) => join(folder, name)).find((copy) => isComplete(source, copy))
  return ready ?? makeCopy(source, name, folders)
}

/** Makes the copy under another name. Where another process was faster, its copy is used. */
function makeCopy(source: BinaryPackage, name: string, folders: readonly string[]): string {
  const folder = folders.find(isWritable)
  if (folder === undefined) {
    throw new EmbeddedTrouble(
      `Portico must copy PostgreSQL's programs to ${folders.join(' or ')}, but may not write there: give its user write permission for one of these folders.`,
    )
  }
  try {
    return copyInto(source, folder, name)
  } catch (error) {
    throw explainFileError(error, folder)
  }
}

function isWritable(folder: string): boolean {
  try {
    makeOpenFolder(folder)
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function copyInto(source: BinaryPackage, folder: string, name: string): string {
  const incoming = mkdtempSync(join(folder, `${name}.incoming-`))
  try {
    copyFiles(source, incoming)
    putInPlace(incoming, join(folder, name), source)
  } finally {
    rmSync(incoming, { recursive: true, force: true })
  }
  return join(folder, name)
}

/** Sets the modes, because the umask of this process or of the package's installer may forbid others to read. */
function copyFiles({ folder, links }: BinaryPackage, target: string): void {
  const filter = (path: string) => !lstatSync(path).isSymbolicLink()
  cpSync(join(folder, 'native'), join(target, 'native'), { recursive: true, filter })
  for (const entry of ['', ...readdirSync(target, { recursive: true, encoding: 'utf8' })]) {
    const path = join(target, entry)
    chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
  for (const { source: to, target: from } of links) {
    symlinkSync(relative(dirname(from), to), join(target, from))
  }
}

/** Renames the copy. Where another process was faster, its copy is used. A damaged one is moved away first. */
function putInPlace(incoming: string, place: string, source: BinaryPackage): void {
  if (isComplete(source, place)) return
  const aside = `${incoming}.old`
  if (existsSync(place)) renameSync(place, aside)
  try {
    renameSync(incoming, place)
  } catch (error) {
    if (!isComplete(source, place)) throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** The same files with the same sizes, all links, and the right owner: every user may write in /tmp. */
function isComplete(source: BinaryPackage, copy: string): boolean {
  if (!existsSync(copy)) return false
  const { uid, mode } = lstatSync(copy)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new EmbeddedTrouble(
      `${copy} belongs to another user or is open to others: remove ${basename(copy)} and start again.`,
    )
  }
  const hasFile = (path: string) => sizeOf(join(copy, path)) === sizeOf(join(source.folder, path))
  return (
    source.links.every(({ target }) => existsSync(join(copy, target))) &&
    listFiles(source.folder).every(hasFile)
  )
}

/** Relative paths of the regular files below the package's `native` folder. */
function listFiles(folder: string): string[] {
  const paths = readdirSync(join(folder, 'native'), { recursive: true, encoding: 'utf8' })
  return paths.map((path) => join('native', path)).filter((path) => lstatSync(join(folder, path)).isFile())
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size
}
