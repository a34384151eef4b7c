import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requireRefusal } from '../../identity/src/command/fitting-answer.fixture.ts'
import { inherited } from '../../identity/testing/inherited.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** What a command says on standard error with a misspelt setting. */
async function faultsOf(command: string, ...more: readonly string[]): Promise<string> {
  const env = { ...inherited(), GATE_LITSEN: '127.0.0.1:0' }
  const child = spawn(process.execPath, [MAIN, command, ...more], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(code).toBe(1)
  return said
}

test('a gate whose settings are wrong says so in a line of JSON', async () => {
  const lines = (await faultsOf('serve')).split('\n').slice(0, -1)
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { level: 'error', event: 'portico.failed', message: expect.stringContaining('GATE_LITSEN') },
  ])
})

test('the doctor says it to a person', async () => {
  expect(await faultsOf('doctor')).toMatch(/^SsoConfigError: [\s\S]*GATE_LITSEN/)
})

test('and with --json in an object to a script, each fault with the name of its setting', async () => {
  const said = await faultsOf('doctor', '--json')
  await requireRefusal(said.trimEnd())
  expect(JSON.parse(said)).toMatchObject({
    ...{
      kind: 'failed',
      because: 'config-faults',
      says: expect.stringMatching(/^\d+ settings need attention$/),
    },
    faults: expect.arrayContaining([
      expect.stringMatching(/^GATE_LITSEN: got .*: perhaps GATE_LISTEN was meant$/),
    ]),
  })
})
