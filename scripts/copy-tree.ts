import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readlink, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * Copies this tree into a new folder for temporary files, whose name begins as given: the files that are not ignored, with the installed
 * packages of this tree behind links. Those of this repository are the copy's own.
 */
export async function copyTree(name: string): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), name))
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  git('init', '--quiet', target)
  // With an empty index every file that is not ignored is listed, also where this tree is no repository itself.
  const ofCopy = [`--git-dir=${join(target, '.git')}`, `--work-tree=${ROOT}`]
  const files = git(...ofCopy, 'ls-files', '--others', '--exclude-standard')
  for (const file of files.split('\n').filter((name) => name !== '')) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    await copyFile(join(ROOT, file), join(target, file))
  }
  execFileSync('git', ['add', '--all'], { cwd: target })
  // A link is no folder, which is what `.gitignore` names.
  await writeFile(join(target, '.git', 'info', 'exclude'), 'node_modules\n.runtime\n')
  await symlink(join(ROOT, '.runtime'), join(target, '.runtime'))
  for (const folder of globSync('{packages/*,lab,docs/site}/node_modules', { cwd: ROOT }))
    await symlink(join(ROOT, folder), join(target, folder))
  await mkdir(join(target, 'node_modules', '@portico'), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@portico')
      await symlink(join(ROOT, 'node_modules', name), join(target, 'node_modules', name))
  for (const name of await readdir(join(ROOT, 'node_modules', '@portico'))) {
    const link = join('node_modules', '@portico', name)
    await symlink(await readlink(join(ROOT, link)), join(target, link))
  }
  return target
}
