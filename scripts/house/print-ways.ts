import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `npm run ways`: prints the files that warm requests run through. The test beside this file sends the requests to real services. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portico-ways-'))
const into = join(folder, 'ways.json')
try {
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'scripts/house/ways.test.ts'],
    { cwd: root, env: { ...process.env, PORTICO_WAYS: into }, encoding: 'utf8' },
  )
  if (run.status !== 0) process.stderr.write(run.stdout + run.stderr)
  process.exitCode = run.status ?? 1
  const ways = JSON.parse(readFileSync(into, 'utf8')) as readonly Way[]
  for (const { name, most, files } of ways) {
    process.stdout.write(`${name}: ${files.length} files (at most ${most})\n`)
    process.stdout.write(files.map((file) => `    ${file}\n`).join(''))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Way {
  readonly name: string
  readonly most: number
  readonly files: readonly string[]
}
