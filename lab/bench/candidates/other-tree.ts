import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { linkInstalledPackages } from '../../../journeys/kit/linked-packages.ts'
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../../../scripts/node-options.mjs'
import type { Testbed } from '../testbed.ts'

/** A source tree of Portico, with its Node options. */
export interface Tree {
  readonly name: string
  readonly root: string
  readonly nodeOptions: readonly string[]
  readonly nodeEnvironment: Readonly<Record<string, string>>
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The working tree that the bench belongs to. */
export const THIS_TREE: Tree = {
  name: 'this tree',
  root: ROOT,
  nodeOptions: NODE_OPTIONS,
  nodeEnvironment: NODE_ENVIRONMENT,
}

/** Checks another commit out into the folder of the run, with its dependencies. */
export async function checkOut({ folder, cleanup, say }: Testbed, revision: string): Promise<Tree> {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short', '--verify', `${revision}^{commit}`)
  const root = join(folder, 'other-tree')
  cleanup.add(() => git('worktree', 'remove', '--force', root))
  git('worktree', 'add', '--detach', root, commit)
  const lockOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf(ROOT)) {
    linkInstalledPackages(ROOT, root)
  } else {
    say(`${commit} has other dependencies: installing them`)
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const options = pathToFileURL(join(root, 'scripts/node-options.mjs')).href
  const found = (await import(options)) as {
    NODE_OPTIONS: readonly string[]
    NODE_ENVIRONMENT?: Tree['nodeEnvironment']
  }
  const name = `commit ${commit}`
  return { name, root, nodeOptions: found.NODE_OPTIONS, nodeEnvironment: found.NODE_ENVIRONMENT ?? {} }
}
