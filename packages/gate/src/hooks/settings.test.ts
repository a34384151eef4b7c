import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SECRET } from '../../testing/back-end.ts'
import { settingReader } from '../settings/index.ts'
import { readHookSettings } from './index.ts'

const GOOD = { GATE_HOOKS_URL: 'http://127.0.0.1:8000/portico/hooks', GATE_HOOKS_SECRET: SECRET }

function read(environment: Record<string, string>) {
  const reader = settingReader(environment)
  const settings = readHookSettings(reader, environment)
  return { settings, problems: reader.problems, names: reader.problems.map(({ path }) => path) }
}

test('without an address, the gate keeps the accounts', () => {
  expect(read({})).toEqual({ settings: null, problems: [], names: [] })
})

test('reads the address, the secrets and the cookies of the old sign-in', () => {
  const secrets = `${SECRET} ${SECRET}`
  const cookies = 'sessionid csrftoken'
  const { settings, names } = read({
    ...GOOD,
    GATE_HOOKS_SECRET: secrets,
    GATE_OLD_SESSION_COOKIES: cookies,
  })
  expect(names).toEqual([])
  expect(settings).toMatchObject({
    ...{ target: { url: GOOD.GATE_HOOKS_URL, timeoutMs: 2000 }, keepMs: 10_000 },
    oldSessions: { cookies: ['sessionid', 'csrftoken'], bearers: false },
  })
  expect(settings?.target.secrets).toHaveLength(2)
  expect(JSON.stringify(settings)).not.toContain(SECRET)
})

test('reads the secret from a file, and says what is wrong with one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-gate-'))
  const file = join(folder, 'secret')
  const { GATE_HOOKS_URL } = GOOD
  const missing = read({ GATE_HOOKS_URL, GATE_HOOKS_SECRET_FILE: file })
  writeFileSync(file, `${SECRET}\n`)
  const found = read({ GATE_HOOKS_URL, GATE_HOOKS_SECRET_FILE: file })
  await rm(folder, { recursive: true })
  expect(missing.names).toEqual(['GATE_HOOKS_SECRET_FILE'])
  expect([found.names, found.settings?.target.secrets.length]).toEqual([[], 1])
})

test.each([
  'http://127.0.0.1/hooks',
  'http://[::1]:8000/hooks',
  'http://django:8000/hooks',
  'http://10.1.2.3/hooks',
  'http://172.31.0.1/hooks',
  'https://permits.example/hooks',
])('hooks may go to %s', (url) => {
  expect(read({ ...GOOD, GATE_HOOKS_URL: url }).names).toEqual([])
})

test.each([
  ['GATE_HOOKS_URL', 'permits.example/hooks'],
  ['GATE_HOOKS_URL', 'ftp://127.0.0.1/hooks'],
  ['GATE_HOOKS_URL', 'http://permits.example/hooks'],
  ['GATE_HOOKS_URL', 'http://172.32.0.1/hooks'],
  ['GATE_HOOKS_URL', 'http://8.8.8.8/hooks'],
  ['GATE_HOOKS_URL', 'http://134744072/hooks'],
  ['GATE_HOOKS_URL', 'http://10.permits.example/hooks'],
  ['GATE_HOOKS_URL', 'http://192.168.permits.example/hooks'],
  ['GATE_HOOKS_URL', 'https://user@permits.example/hooks'],
  ['GATE_HOOKS_SECRET', ''],
  ['GATE_HOOKS_SECRET', 'a long word that is no secret at all'],
  ['GATE_HOOKS_SECRET', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['GATE_HOOKS_SECRET', `${SECRET} whsec_!`],
  ['GATE_HOOKS_TIMEOUT_MS', '60000'],
  ['GATE_HOOKS_TIMEOUT_MS', '2s'],
  ['GATE_HOOKS_LOAD_SECONDS', '31'],
  ['GATE_OLD_SESSION_COOKIES', 'session=id'],
  ['GATE_OLD_SESSION_BEARERS', 'true'],
])('%s=%s is refused', (name, value) => {
  const { names, problems } = read({ ...GOOD, [name]: value })
  expect(names).toEqual([name])
  expect(JSON.stringify(problems)).not.toContain(SECRET)
})

test('all problems come together, and a setting without the address is one', () => {
  const wrong = { GATE_HOOKS_URL: 'nowhere', GATE_HOOKS_TIMEOUT_MS: '0' }
  expect(read(wrong).problems).toHaveLength(3)
  expect(read({ GATE_OLD_SESSION_COOKIES: 'sessionid' }).problems).toHaveLength(1)
})
