// Takes over 10 s: each command is a process that npm starts, and the program makes and starts its own PostgreSQL.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { watch } from './kit/child-process.ts'
import { openFolder } from './kit/folder.ts'
import { endServer, serverProcesses } from './kit/identity-process.ts'
import { until } from './kit/until.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = openFolder()
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const name of readdirSync(folder)) await endServer(join(folder, name))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runPermits(environment: Record<string, string>, ...args: string[]) {
  const own = Object.entries(process.env).filter(([name]) => !/^(SSO|PERMITS|PORTICO)_/.test(name))
  const child = spawn('npm', ['run', '--silent', 'permits', '--', ...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(own), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return watch(child)
}

test('npm run permits needs no database of its own and no identity service to start, and finds its data again', {
  timeout: 400_000,
}, async () => {
  const dataDir = join(folder, 'alone')
  const url = `http://localhost:${await freePort()}`
  const environment = {
    SSO_IDENTITY_URL: 'http://localhost:8',
    SSO_CLIENT_ID: 'permits',
    SSO_CLIENT_SECRET: 'a secret',
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
    PERMITS_PORT: new URL(url).port,
    PERMITS_DATA_DIR: dataDir,
  }
  const send = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = { email: 'olga@example.test', password: '' }
  const login = async () =>
    ((await (await send('/api/v1/auth/login/', account)).json()) as { access_token: string }).access_token
  const rolesOf = async (token: string) => {
    const me = await fetch(`${url}/api/v1/me/`, { headers: { authorization: `Bearer ${token}` } })
    return (await me.json()) as { account_id: string; roles: string[] }
  }
  const startOnce = async () => {
    const run = runPermits(environment)
    await until(`the program runs: ${run.output()}`, () =>
      run.output().includes('is running') ? true : undefined,
    )
    return run
  }

  const first = await startOnce()
  const added = await runPermits(environment, 'old-account', 'add', account.email).ended
  account.password = /the password (\S+)/.exec(added.output)?.[1] ?? added.output
  const again = await runPermits(environment, 'old-account', 'add', account.email).ended
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('It stays as it is.')])
  const nobody = await runPermits(environment, 'old-account', 'add', 'olga').ended
  expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('not an e-mail address')])
  const begun = await send('/api/v1/sso/begin/', {
    return_uri: `${url}/signed-in`,
    code_challenge: 'A'.repeat(43),
  })
  expect(begun.status, 'the identity service is away').toBe(503)
  const { account_id: id } = await rolesOf(await login())
  expect(await runPermits(environment, 'officer', 'add', id).ended).toMatchObject({ code: 0 })
  expect((await rolesOf(await login())).roles).toEqual(['permit_officer'])
  first.child.kill('SIGTERM')
  await first.ended
  expect(serverProcesses(dataDir)).toEqual([])

  const second = await startOnce()
  expect((await rolesOf(await login())).roles).toEqual(['permit_officer'])
  second.child.kill('SIGTERM')
  await second.ended
  expect(serverProcesses(dataDir)).toEqual([])
})

test('npm run permits without settings names them all at once, and makes nothing', async () => {
  const dataDir = join(folder, 'never')
  const { code, output } = await runPermits({ PERMITS_DATA_DIR: dataDir, PERMITS_PORT: 'x' }).ended
  expect(code).toBe(1)
  const names = [
    'IDENTITY_URL',
    'CLIENT_ID',
    'CLIENT_SECRET',
    'PROGRAM_URL',
    'RETURN_URIS',
    'ENCRYPTION_KEYS',
  ]
  for (const name of [...names.map((each) => `SSO_${each}`), 'PERMITS_PORT'])
    expect(output).toContain(`${name}:`)
  expect(output).not.toMatch(/\bat .*\.ts:\d/)
  expect(existsSync(dataDir)).toBe(false)
})

test('npm run permits with strange words says how it is used', async () => {
  const dataDir = join(folder, 'words')
  const strange = ['officer', 'officer promote x', 'citizen add x', 'old-account add', 'old-account add x y']
  for (const words of strange.map((line) => line.split(' '))) {
    const { code, output } = await runPermits({ PERMITS_DATA_DIR: dataDir }, ...words).ended
    expect([code, output.includes('officer add <account id>')]).toEqual([1, true])
    expect(output).toContain('old-account add <address>')
  }
  expect(existsSync(dataDir)).toBe(false)
})
