import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inherited } from '../../identity/testing/inherited.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { type BackEnd, startBackEnd } from '../testing/back-end.ts'
import { gateSettings } from '../testing/gate-stage.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

let served: ServedIdentity
let backEnd: BackEnd
let folder: string
beforeAll(async () => {
  served = await serveIdentity()
  backEnd = await startBackEnd()
  folder = await mkdtemp(join(tmpdir(), 'portico-gate-'))
})
afterAll(async () => {
  await backEnd.close()
  await served.close()
  await rm(folder, { recursive: true })
})

/** Runs a command of the gate. Returns its exit code and what it says. */
function command(args: readonly string[], changes: Readonly<Record<string, string>>) {
  const settings = { ...gateSettings(served, `sqlite:${join(folder, 'gate.db')}`), GATE_PROXY: 'nginx' }
  return new Promise<{ code: number; out: string }>((resolve) => {
    const env = { ...inherited(), ...settings, ...changes }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), out }),
    )
  })
}

// proves: gate-hooks-doctor
test('portico-gate doctor asks the hooks, too, and fails where they fail', async () => {
  await command(['migrate'], {})
  const without = await command(['doctor'], {})
  expect([without.code, without.out.includes('hooks')]).toEqual([0, false])

  const hooks = { GATE_HOOKS_URL: backEnd.url, GATE_HOOKS_SECRET: backEnd.secret }
  const right = await command(['doctor'], hooks)
  expect([right.code, right.out]).toEqual([0, expect.stringContaining('ok   hooks: GATE_HOOKS_URL')])
  expect(right.out).toContain('ok   hooks-signature: ')

  const GATE_HOOKS_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const wrong = await command(['doctor', '--json'], { ...hooks, GATE_HOOKS_SECRET })
  const report = JSON.parse(wrong.out) as { ok: boolean; checks: readonly { id: string; ok: boolean }[] }
  expect([wrong.code, report.ok]).toEqual([1, false])
  expect(report.checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(['hooks'])
})
