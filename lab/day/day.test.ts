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
    const { PORTICO_CHROMIUM = '' } = process.env
    const environment = PORTICO_CHROMIUM === '' ? {} : { PORTICO_CHROMIUM }
    const run = startNode({ file: MAIN, args, environment, nodeOptions: NODE_OPTIONS })
    const { code, output } = await run.ended
    expect(output.split('\n').filter((line) => line.includes('BROKEN'))).toEqual([])
    expect(output).toContain('10 of 10 callers got the right verdict')
    expect([code, readdirSync(pictures).includes('today.png'), output.slice(-500)]).toEqual([
      0,
      true,
      expect.stringMatching(/All \d+ hold\.\n$/),
    ])
  } finally {
    rmSync(pictures, { recursive: true, force: true })
  }
})
