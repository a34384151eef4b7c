import { globSync, readFileSync } from 'node:fs'
import { createProgramSso, type EncryptionKey, LIMITS, type ProgramSsoConfig, secret } from '@portico/program'
import {
  fakeClock,
  fakeIdentity,
  type MemoryAccount,
  memoryAccounts,
  memoryStore,
  signedInHeaders,
  testConfig,
} from '@portico/program/testing'
import { expect, test } from 'vitest'
import { runCommand } from './testing/command.ts'
import { allPages, pageAt, ROOT } from './testing/markdown.ts'

// Compares numbers and names on the pages with the code.

const text = (name: string) => pageAt(`docs/integrate/${name}`).text

function program(changes: Partial<ProgramSsoConfig<MemoryAccount>> = {}) {
  const clock = fakeClock()
  const identity = fakeIdentity({ clock })
  const kit = { clock, store: memoryStore({ clock }), accounts: memoryAccounts(), fetch: identity.fetch }
  const make = (more: Partial<ProgramSsoConfig<MemoryAccount>> = {}) =>
    createProgramSso({ ...testConfig(identity), ...kit, ...changes, ...more })
  return { clock, identity, make, sso: make() }
}

// proves: program-8-below-service-limits
test('limits-and-capacity.md has the numbers of the budget and of the contract', async () => {
  const { introspectHeadroom: budget } = await program().sso.health()
  const page = text('limits-and-capacity.md')
  const checks = (seconds: number) => 60 / seconds
  const row = (perMinute: number) => [1500, budget].map((limit) => Math.floor(limit / perMinute))
  expect(page).toContain(`at ${budget} (our budget)`)
  expect(page).toContain(`| ${checks(30)} | **${row(checks(30))[0]} sessions** | ${row(checks(30))[1]} |`)
  expect(page).toContain(`| ${checks(25)} | **${row(checks(25))[0]} sessions** | ${row(checks(25))[1]} |`)
  expect(page).toContain(`| pending sign-in | ${LIMITS.pendingMs / 60_000} minutes |`)
  expect(page).toContain(`| \`sso_code\` | ${LIMITS.handoffMs / 1000} seconds, once`)
  expect(page).toContain(`| access token | ${LIMITS.centralAccessMs / 60_000} minutes |`)
  expect(page).toContain(`| session | ${LIMITS.sessionMaxMs / 86_400_000} days |`)
})

test('settings-and-commands.md lists all commands', async () => {
  const { stdout } = await runCommand(['--help'], {})
  const listed = [...text('settings-and-commands.md').matchAll(/^\| `npx portico-program (\w+)/gm)]
  const known = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
  expect(listed.map(([, name]) => name).sort()).toEqual(known.sort())
})

test('settings-and-commands.md names the variables that configFromEnv reads', () => {
  const source = readFileSync(`${ROOT}packages/program/src/config.ts`, 'utf8')
  const read = new Set([...source.matchAll(/value\('(\w+)'\)/g)].map(([, name = '']) => name))
  expect(read.size).toBeGreaterThan(6)
  expect([...read].filter((name) => !text('settings-and-commands.md').includes(`\`${name}\``))).toEqual([])
})

test('settings-and-commands.md names each check of the doctor, and no other', async () => {
  const { sso } = program()
  const { checks } = await sso.doctor()
  const page = text('settings-and-commands.md')
  const table = page.slice(page.indexOf('| check |'), page.indexOf('## Migrations'))
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, id]) => id),
  )
  // The doctor reports these only in some cases: a custom scheme, a `Date` header of the identity service, callers
  // who share one private address, proxies that are everybody.
  const sometimes = ['database-primary', 'return-address', 'identity-clock', 'callers', 'trusted-proxies']
  const known = [...checks.map(({ id }) => id), ...sometimes]
  expect([...new Set(listed)].sort()).toEqual([...new Set(known)].sort())
})

test('settings-and-commands.md names the settings in code with their defaults', () => {
  const page = text('settings-and-commands.md')
  const source = readFileSync(`${ROOT}packages/program/src/settings.ts`, 'utf8')
  const spaced = (ms: number) => String(ms).replace(/(?=(\d{3})+$)(?!^)/g, ' ')
  expect(source).toContain('validity.softMs ?? Math.min(25_000, ceilingMs)')
  expect(source).toContain('validity?.timeoutMs ?? 4000')
  expect(source).toContain('validity.shareBySid ?? false')
  expect(page).toContain(`| \`validity.ceilingMs\` | ${spaced(LIMITS.validityCeilingMs)}, the maximum |`)
  expect(page).toContain(`| \`validity.softMs\` | ${spaced(25_000)} |`)
  expect(page).toContain(`| \`validity.timeoutMs\` | ${spaced(4000)} |`)
  expect(page).toContain('| `validity.shareBySid` | `false` |')
})

test('every log event in the guide is one that the program side or the gate writes', () => {
  const sources = globSync('packages/{program,gate}/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${ROOT}${path}`, 'utf8'))
  const guide = allPages().filter(({ path }) => path.startsWith('docs/integrate/'))
  const named = guide.flatMap((page) => [...page.text.matchAll(/`portico\.(\w+)`/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([])
})

test('a key that is removed too early ends nothing: 503 until it is there again', async () => {
  const key = (id: string): EncryptionKey => ({
    id,
    key: secret(Buffer.alloc(32, id).toString('base64')),
  })
  const { clock, identity, make } = program()
  const old = make({ encryptionKeys: [key('k1')] })
  const headers = await signedInHeaders(old, identity)
  await clock.advance(30_000)
  const without = await make({ encryptionKeys: [key('k2')] }).authenticate({ headers })
  expect(without).toMatchObject({ http: 503, code: 'misconfigured' })
  const both = await make({ encryptionKeys: [key('k2'), key('k1')] }).authenticate({ headers })
  expect(both.status).toBe('ok')
})

test('enabled: false refuses new sign-ins, and citizens stay signed in', async () => {
  const { identity, make, sso } = program()
  const headers = await signedInHeaders(sso, identity)
  const config = testConfig(identity)
  const off = make({ program: { ...config.program, enabled: false } })
  const url = `${config.program.baseUrl}/api/v1/sso/`
  const body = JSON.stringify({
    return_uri: config.program.returnUris[0],
    code_challenge: 'c'.repeat(43),
  })
  const json = { 'content-type': 'application/json' }
  const begun = await off.handle(new Request(`${url}begin/`, { method: 'POST', headers: json, body }))
  expect(begun?.status).toBe(503)
  expect(await (await off.handle(new Request(`${url}config/`)))?.json()).toMatchObject({ enabled: false })
  expect((await off.authenticate({ headers })).status).toBe('ok')
})
