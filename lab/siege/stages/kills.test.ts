// Takes long, because after each kill every acknowledged effect is asked about.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { NODE_OPTIONS } from '../../../scripts/node-options.mjs'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

// proves: threat-kill-9
test('four kills, one of them of all processes, amid registrations, first passwords, exchanges, rotations, resets, revocations and sign-outs lose nothing that was acknowledged, and nothing used works again', {
  timeout: 900_000,
}, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...NODE_OPTIONS, MAIN, '--quick', '--only', 'kills'],
    { maxBuffer: 16 * 1024 * 1024 },
  )
  expect(stdout).toMatch(/4 kills, [1-9]\d* effects acknowledged/)
  expect(stdout).toContain('no acknowledged effect is missing, and no used value works again')
  expect(stdout).not.toMatch(/broken|skipped/)
})
