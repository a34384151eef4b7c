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
function command(
  args: readonly string[],
  changes: Readonly<Record<string, string>>,
  protection: Readonly<Record<string, string>> = { GATE_PROXY: 'nginx' },
) {
  const settings = { ...gateSettings(served, `sqlite:${join(folder, 'gate.db')}`), ...protection }
  return new Promise<{ code: number; out: string; fault: string }>((resolve) => {
    const env = { ...inherited(), ...settings, ...changes }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, fault) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, fault }),
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

// proves: program-gate-doctor-upstream
test('portico-gate doctor tries each back end, and says which setting names the one that is away', async () => {
  const place = new URL(backEnd.url).origin
  const right = await command(['doctor'], {}, { GATE_UPSTREAM: place })
  expect(right.out).toContain(`ok   upstream: The back end at ${place} answers`)

  // Nothing listens on the port of the discard service of this machine.
  const GATE_UPSTREAM_PATHS = '/api=http://127.0.0.1:9'
  const wrong = await command(['doctor'], {}, { GATE_UPSTREAM: place, GATE_UPSTREAM_PATHS })
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(
    /upstream: The back end at http:\/\/127\.0\.0\.1:9 does not answer: .*ECONNREFUSED/,
  )
  expect(wrong.out).toContain('correct GATE_UPSTREAM_PATHS')
})

// proves: program-gate-settings
test('what is wrong is told in the names of the settings and of the command of the gate', async () => {
  const changes = {
    ...{
      SSO_IDENTITY_URL: 'id.example',
      SSO_CLIENT_ID: '',
      SSO_PROGRAM_URL: 'x',
      SSO_RETURN_URIS: 'https://a/*',
    },
    ...{ SSO_ENCRYPTION_KEYS: 'short:abc', SSO_TRUSTED_PROXIES: 'nobody' },
  }
  const { code, fault } = await command([], changes)
  expect(code).toBe(1)
  for (const name of [...Object.keys(changes), 'portico-gate keygen']) expect(fault).toContain(name)
  expect(fault).not.toMatch(/identity\.|program\.|encryptionKeys|clientIp|portico-program|createProgramSso/)
})
