import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** One file of the repository. */
export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every file below these folders whose path fits. */
export function filesBelow(
  folders: readonly string[],
  fits: (path: string) => boolean,
): readonly SourceFile[] {
  return folders
    .flatMap((folder) => list(join(ROOT, folder)))
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter(fits)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Whether a file is in the repository: a package can be taken away. */
export function isThere(path: string): boolean {
  return existsSync(join(ROOT, path))
}

/** One file by its path in the repository. */
export function fileAt(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') }
}

function list(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Prints the faults, and fails when there are any. */
export function report(claim: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  process.stderr.write(`${claim}:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n`)
  process.exitCode = 1
}
