import { globSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Gives another source tree the installed packages of this one. */
export function linkInstalledPackages(from: string, to: string): void {
  for (const modules of globSync(['node_modules', 'packages/*/node_modules'], { cwd: from }))
    linkPackages(join(from, modules), join(to, modules))
}

/** Links each package of a folder. A workspace is a relative link already, which leads into the other tree. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name.startsWith('@')) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}
