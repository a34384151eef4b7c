import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Measure } from './measure.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The files of a code exchange from its route to its SQL: those on the stack, and those on the stacks of the work that
 * began it. The test beside this file exchanges a code on a real service and records them.
 */
export async function filesOfCodeExchange(): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-trace-'))
  const into = join(folder, 'files.json')
  try {
    const test = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'scripts/house/code-exchange.test.ts']
    await promisify(execFile)(process.execPath, test, {
      cwd: ROOT,
      env: { ...process.env, PORTICO_TRACE: into },
    })
    const found = JSON.parse(readFileSync(into, 'utf8')) as readonly string[]
    return { name: 'files from route to SQL, code exchange', now: found.length, wanted: 5, found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
