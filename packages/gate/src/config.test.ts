import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SsoConfigError } from '@portico/program'
import { describe, expect, test } from 'vitest'
import { SECRET } from '../testing/back-end.ts'
import { readConfig } from './config.ts'

const GOOD = {
  SSO_IDENTITY_URL: 'https://id.example.org',
  SSO_CLIENT_ID: 'permits',
  SSO_CLIENT_SECRET: 'a-secret',
  SSO_PROGRAM_URL: 'https://permits.example.org',
  SSO_ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}`,
  SSO_TRUSTED_PROXIES: '10.0.0.0/8',
  DATABASE_URL: 'postgres://gate:hidden@db/gate',
  GATE_PROXY: 'nginx',
}

/** The names of the settings that are wrong, and the whole message. */
function faultsOf(changes: Record<string, string | undefined>) {
  try {
    readConfig({ ...GOOD, ...changes })
  } catch (error) {
    if (!(error instanceof SsoConfigError)) throw error
    return { names: error.problems.map(({ path }) => path), text: error.message }
  }
  return { names: [], text: '' }
}

test('a gate needs eight settings, and has a default for all others', () => {
  const config = readConfig(GOOD)
  expect(config).toMatchObject({
    listen: { host: '127.0.0.1', port: 4180 },
    metricsListen: null,
    drainSeconds: 5,
    protection: { kind: 'forward-auth', proxy: 'nginx' },
    paths: { ticketPaths: [], recentPaths: [], problemPath: null },
    identityHeader: {
      issuer: GOOD.SSO_PROGRAM_URL,
      audience: GOOD.SSO_PROGRAM_URL,
      lifetimeSeconds: 60,
      plain: [],
    },
    sso: { validity: { ceilingMs: 30_000 }, throttle: {}, clientIp: { trustedProxies: ['10.0.0.0/8'] } },
  })
  expect(JSON.stringify(config)).not.toMatch(/hidden|a-secret|AAAA/)
})

test('every setting is read', () => {
  const config = readConfig({
    ...GOOD,
    GATE_LISTEN: '[::1]:80',
    GATE_METRICS_LISTEN: '0.0.0.0:9465',
    GATE_DRAIN_SECONDS: '0',
    GATE_DATABASE_CONNECTIONS: '4',
    GATE_CHECK_SECONDS: '10',
    GATE_COOKIE_NAME: 'permits',
    GATE_KEPT_AFTER_CLOSING: 'yes',
    GATE_PROBLEM_PAGE: '/problem',
    GATE_AUDIENCE: 'permits-backend',
    GATE_IDENTITY_SECONDS: '30',
    GATE_PLAIN_HEADERS: 'subject, email',
    GATE_TICKET_PATHS: '/events /files/*',
    GATE_RECENT_SIGN_IN_PATHS: '/Pay/*=10 /close=5',
    GATE_LIMIT_BEGIN_PER_IP: '5/60',
    GATE_BUDGET_TOKEN_PER_MINUTE: '55',
  })
  expect(config).toMatchObject({
    listen: { host: '::1', port: 80 },
    metricsListen: { host: '0.0.0.0', port: 9465 },
    drainSeconds: 0,
    paths: {
      ticketPaths: ['/events', '/files/*'],
      recentPaths: [
        { path: '/pay', withinMinutes: 10, factor: 'any' },
        { path: '/close', withinMinutes: 5, factor: 'any' },
      ],
      problemPath: '/problem',
    },
    databaseConnections: 4,
    identityHeader: { audience: 'permits-backend', lifetimeSeconds: 30, plain: ['subject', 'email'] },
    sso: {
      validity: { ceilingMs: 10_000 },
      cookies: { name: 'permits', keptAfterClosing: true, problemPage: '/problem' },
      throttle: { beginPerIp: { limit: 5, windowMs: 60_000 }, outboundTokenPerMinute: 55 },
    },
  })
})

// proves: program-gate-processes
describe('several processes', () => {
  const throttleOf = (changes: Record<string, string>) => readConfig({ ...GOOD, ...changes }).sso.throttle

  test('share the budgets of one, and the limits that the store counts hold over all', () => {
    expect(throttleOf({ GATE_PROCESSES: '4', GATE_LIMIT_BEGIN_PER_IP: '5/60' })).toEqual({
      beginPerIp: { limit: 5, windowMs: 60_000 },
      outboundTokenPerMinute: 27,
      outboundIntrospectPerMinute: 350,
      outboundCodesPerIpPerMinute: 5,
    })
    const own = { GATE_BUDGET_TOKEN_PER_MINUTE: '11', GATE_BUDGET_INTROSPECT_PER_MINUTE: '2' }
    expect(throttleOf({ GATE_PROCESSES: '2', ...own })).toEqual({
      ...{ outboundTokenPerMinute: 5, outboundIntrospectPerMinute: 1, outboundCodesPerIpPerMinute: 1 },
    })
    expect(throttleOf({ GATE_PROCESSES: '1', ...own })).toEqual({
      ...{ outboundTokenPerMinute: 11, outboundIntrospectPerMinute: 2 },
    })
  })

  test.each([
    // A fifth of it is for one address.
    ['GATE_BUDGET_TOKEN_PER_MINUTE', '3', '20'],
    ['GATE_BUDGET_INTROSPECT_PER_MINUTE', '3', '4'],
    ['GATE_BUDGET_CODES_PER_IP_PER_MINUTE', '3', '4'],
  ])('are refused where %s is less than one request for each', (name, few, enough) => {
    expect(faultsOf({ GATE_PROCESSES: '4', [name]: few }).names).toContain(name)
    expect(faultsOf({ GATE_PROCESSES: '4', [name]: enough }).names).toEqual([])
  })

  test('are refused, too, where what is left by default is less than one request for each', () => {
    expect(faultsOf({ GATE_PROCESSES: '22' }).names).toEqual([])
    expect(faultsOf({ GATE_PROCESSES: '23' }).names).toEqual(['GATE_BUDGET_CODES_PER_IP_PER_MINUTE'])
    const own = { GATE_BUDGET_TOKEN_PER_MINUTE: '19' }
    expect(faultsOf({ GATE_PROCESSES: '4', ...own }).names).toEqual(['GATE_BUDGET_CODES_PER_IP_PER_MINUTE'])
  })

  test('may share a file of SQLite', () => {
    expect(faultsOf({ GATE_PROCESSES: '4', DATABASE_URL: 'sqlite:/var/lib/gate.db' }).names).toEqual([])
  })
})

// proves: program-gate-settings
describe('what is wrong', () => {
  test('is told all at once, each with its setting, and without a value that may be secret', () => {
    const { names, text } = faultsOf({
      SSO_IDENTITY_URL: 'http://id.example.org',
      SSO_CLIENT_SECRET: '',
      DATABASE_URL: '',
      GATE_PROXY: 'apache',
      GATE_LISTEN: '4180',
      GATE_DRAIN_SECONDS: '-1',
      GATE_PLAIN_HEADERS: 'subject,role',
      GATE_LIMIT_BEGIN_PER_IP: '60',
      SSO_CLIENT_SECRT: 'written-here-by-mistake',
    })
    expect(names.toSorted()).toEqual([
      'DATABASE_URL',
      'GATE_DRAIN_SECONDS',
      'GATE_LIMIT_BEGIN_PER_IP',
      'GATE_LISTEN',
      'GATE_PLAIN_HEADERS',
      'GATE_PROXY',
      'SSO_CLIENT_SECRET',
      'SSO_CLIENT_SECRT',
      'SSO_IDENTITY_URL',
    ])
    expect(text).toContain('perhaps SSO_CLIENT_SECRET was meant')
    expect(text).not.toContain('written-here-by-mistake')
  })

  test.each([
    ['GATE_PROXY', 'Nginx'],
    ['GATE_PROXY', ''],
    ['GATE_LISTEN', '::1:4180'],
    ['GATE_LISTEN', '127.0.0.1:99999'],
    ['GATE_LISTEN', 'example.org:80'],
    ['GATE_METRICS_LISTEN', '9465'],
    ['GATE_DRAIN_SECONDS', '5s'],
    ['GATE_PROCESSES', '0'],
    ['GATE_PROCESSES', '1000'],
    ['GATE_PROCESSES', 'two'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', 'sqlite:file::memory:?cache=shared'],
    ['DATABASE_URL', 'sqlite:file:gate.db?mode=memory'],
    ['GATE_CHECK_SECONDS', '31'],
    ['GATE_CHECK_SECONDS', '0'],
    ['GATE_IDENTITY_SECONDS', '3600'],
    ['GATE_COOKIE_NAME', 'a b'],
    ['GATE_KEPT_AFTER_CLOSING', 'true'],
    ['GATE_PROBLEM_PAGE', '//evil.example'],
    ['GATE_PROBLEM_PAGE', 'https://evil.example'],
    ['GATE_PROBLEM_PAGE', '/x/../problem'],
    ['GATE_AUDIENCE', 'a b'],
    ['GATE_LIMIT_CALLBACK_PER_IP', '0/60'],
    ['GATE_BUDGET_TOKEN_PER_MINUTE', '0'],
    ['SSO_TRUSTED_PROXIES', ''],
    ['GATE_UPSTREAM_', 'x'],
    ['GATE_UPSTREAM', 'http://127.0.0.1:8000/path'],
    ['GATE_UPSTREAM', 'http://user@127.0.0.1:8000'],
    ['GATE_UPSTREAM', '127.0.0.1:8000'],
    ['GATE_UPSTREAM', 'ftp://127.0.0.1'],
    ['GATE_UPSTREAM', 'unix:relative.sock'],
    ['GATE_PUBLIC_PATHS', 'static'],
    ['GATE_PUBLIC_PATHS', '/a/../b'],
    ['GATE_PUBLIC_PATHS', '/static*'],
    ['GATE_PUBLIC_PATHS', '/*/a'],
    ['GATE_PUBLIC_PATHS', '//a'],
    ['GATE_PUBLIC_PATHS', '/%2e'],
    ['GATE_OPTIONAL_PATHS', '/a?b'],
    ['GATE_UPSTREAM_SECONDS', '0'],
    ['gate_listen', '127.0.0.1:80'],
    ['SSO_', 'x'],
  ])('%s=%s is refused', (name, value) => {
    expect(faultsOf({ [name]: value }).names).toContain(name)
  })

  test('is a problem page that needs a recent sign-in itself', () => {
    const changes = { GATE_PROBLEM_PAGE: '/Pay/problem?a=b', GATE_RECENT_SIGN_IN_PATHS: '/pay=10' }
    expect(faultsOf(changes).names).toEqual(['GATE_PROBLEM_PAGE'])
  })

  // The page of the gate could only lead to another sign-in, which ends there again.
  test.each([
    ['GATE_OLD_SESSION_COOKIES', 'sessionid'],
    ['GATE_OLD_SESSION_BEARERS', 'yes'],
  ])('are old accounts (%s) without a page that leads to their sign-in', (name, value) => {
    const hooks = { GATE_HOOKS_URL: 'http://127.0.0.1:8000/hooks', GATE_HOOKS_SECRET: SECRET, [name]: value }
    expect(faultsOf(hooks).names).toEqual(['GATE_PROBLEM_PAGE'])
    expect(faultsOf({ ...hooks, GATE_PROBLEM_PAGE: '/problem' }).names).toEqual([])
  })

  test('is a gate that is both asked and the proxy itself, or neither', () => {
    expect(faultsOf({ GATE_UPSTREAM: 'http://127.0.0.1:8000' }).names).toEqual(['GATE_PROXY'])
    expect(faultsOf({ GATE_PROXY: undefined }).names).toEqual(['GATE_PROXY'])
    const alone = {
      GATE_PROXY: undefined,
      GATE_UPSTREAM: 'unix:/run/app.sock',
      SSO_TRUSTED_PROXIES: undefined,
    }
    expect(faultsOf(alone).names).toEqual([])
  })

  test('variables of Kubernetes for a service of this name are not settings', () => {
    const variables = {
      GATE_SERVICE_HOST: '10.0.0.1',
      GATE_SERVICE_PORT: '4180',
      GATE_SERVICE_PORT_HTTP: '4180',
      GATE_PORT: 'tcp://10.0.0.1:4180',
      GATE_PORT_4180_TCP: 'tcp://10.0.0.1:4180',
      GATE_PORT_4180_TCP_ADDR: '10.0.0.1',
    }
    expect(faultsOf(variables).names).toEqual([])
    const ofSso = Object.entries(variables).map(([name, value]) => [name.replace('GATE', 'SSO_LOGIN'), value])
    expect(faultsOf(Object.fromEntries(ofSso)).names).toEqual([])
  })

  // proves: threat-toy-in-public
  test.each([
    { GATE_PORT: '4180' },
    { GATE_PORT: 'tcp://10.0.0.1:4180' },
    { GATE_SERVICE_PORT: '4180' },
    { GATE_SERVICE_HOST: '10.0.0.1' },
    { SSO_PORT: '3000' },
    { GATE_METRICS_PORT: '9465' },
  ])('one variable that Kubernetes writes only among others is a misspelt setting: %j', (variable) => {
    expect(faultsOf(variable).names).toEqual(Object.keys(variable))
  })

  test('every setting is explained in the guide, and the guide names no other', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url))
    const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
    const read = files.flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\bGATE_[A-Z_]+[A-Z]\b/g),
    ])
    const guide = ['any-back-end', 'accounts-by-hooks'].map((page) =>
      readFileSync(new URL(`../../../docs/integrate/${page}.md`, import.meta.url), 'utf8'),
    )
    const named = guide.flatMap((page) => [...page.matchAll(/\bGATE_[A-Z_]+[A-Z]\b/g)])
    const names = (found: readonly RegExpMatchArray[]) => [...new Set(found.map(([name]) => name))].sort()
    expect(names(named)).toEqual(names(read))
  })

  test('every variable of the program side is known', () => {
    const source = readFileSync(new URL('../../program/src/config.ts', import.meta.url), 'utf8')
    const read = [...source.matchAll(/'(SSO_\w+)'/g)].map(([, name = '']) => name)
    expect(new Set(read).size).toBeGreaterThan(7)
    for (const name of read) expect(faultsOf({ [name]: 'x' }).text).not.toContain(`${name}  got a name`)
  })
})

describe('a secret may be in a file', () => {
  test('of its own, and a file that is wrong is told with everything else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-gate-secret-'))
    const file = join(folder, 'database-url')
    await writeFile(file, 'sqlite:/var/lib/gate/gate.db\n')
    const config = readConfig({ ...GOOD, DATABASE_URL: undefined, DATABASE_URL_FILE: file })
    expect(config.databaseUrl.reveal()).toBe('sqlite:/var/lib/gate/gate.db')
    const { names } = faultsOf({
      DATABASE_URL_FILE: file,
      SSO_CLIENT_SECRET: undefined,
      SSO_CLIENT_SECRET_FILE: join(folder, 'missing'),
      GATE_LISTEN: 'x',
    })
    expect(names.toSorted()).toEqual(['DATABASE_URL_FILE', 'GATE_LISTEN', 'SSO_CLIENT_SECRET_FILE'])
    await rm(folder, { recursive: true })
  })
})
