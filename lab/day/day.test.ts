// Takes long, because a whole day passes: two dozen hours of a service that is stopped, replaced and attacked.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startNode } from '../../journeys/kit/child-process.ts'
import { NODE_OPTIONS } from '../../scripts/node-options.mjs'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

test('a day of 300 citizens contradicts nothing that the contract says, and the console shows it', {
  timeout: 900_000,
}, async () => {
  const pictures = mkdtempSync(join(tmpdir(), 'portico-day-'))
  try {
    const args = ['--citizens', '300', '--pictures', pictures]
    const { code, output } = await startNode({ file: MAIN, args, nodeOptions: NODE_OPTIONS }).ended
    expect(output.split('\n').filter((line) => line.includes('BROKEN'))).toEqual([])
    expect(output).toContain('10 of 10 callers got the right verdict')
    expect([code, readdirSync(pictures).includes('today.png')]).toEqual([0, true])
  } finally {
    rmSync(pictures, { recursive: true, force: true })
  }
})
