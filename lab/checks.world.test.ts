// Takes over 10 s: the compiler and the linter read the whole laboratory.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The laboratory is not in `npm run check`, which has to do without its packages. */
const ROOT = join(import.meta.dirname, '..')

test.each([
  ['types', 'typescript-7/bin/tsc', ['--noEmit', '-p', 'lab']],
  ['lint', 'oxlint/bin/oxlint', ['lab']],
])('the laboratory passes the check of its %s', (_name, tool, args) => {
  const command = [join(ROOT, 'node_modules', tool), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' })
  expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, ''])
})
