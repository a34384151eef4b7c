import { expect, test } from 'vitest'
import { beginSignIn, openCallback, testProgram } from '../../testing/program.ts'

test.each([
  ['access_denied', 'info'],
  ['server_error', 'warn'],
])('logs %s with the level %s: what the citizen has decided warns nobody', async (error, level) => {
  const lines: unknown[] = []
  const log = (at: string, event: string) => void lines.push([at, event])
  const program = testProgram({ logger: { log } })
  const { url } = await beginSignIn(program)
  await openCallback(program, program.identity.decline(url, error))
  expect(lines).toContainEqual([level, 'callback_refused'])
})
