import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'

const KEY = Buffer.alloc(32, 5).toString('base64')

/** What a service in public needs at least. */
const IN_PUBLIC: Readonly<Record<string, string>> = {
  PORTICO_BASE_URL: 'https://id.example.org',
  PORTICO_DATABASE_URL: 'postgres://db/portico',
  PORTICO_SECRET_KEY: KEY,
  PORTICO_SMTP_URL: 'smtp://mail',
  PORTICO_MAIL_FROM: 'Portico <no-reply@example.org>',
}

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

test.each(['security@example.org', 'http://example.org/', 'mailto:'])(
  'PORTICO_SECURITY_CONTACT=%s is none',
  (contact) => {
    expect(faultsOf({ PORTICO_SECURITY_CONTACT: contact })).toEqual([
      expect.stringMatching(/^PORTICO_SECURITY_CONTACT is no address of RFC 9116\. Write mailto:/),
    ])
  },
)

test.each(['Mars/Base', '+02:00', 'CEST', 'Europe'])('PORTICO_TIME_ZONE=%s is none', (name) => {
  expect(faultsOf({ PORTICO_TIME_ZONE: name })).toEqual([
    expect.stringMatching(
      /^PORTICO_TIME_ZONE is "[^"]+", which is no time zone\. Write .+ such as Europe\/Berlin/,
    ),
  ])
})

test('PORTICO_TIME_ZONE names the time zone of pages and letters', () => {
  expect(readConfig({ PORTICO_TIME_ZONE: ' Europe/Berlin ' }).timeZone).toBe('Europe/Berlin')
})

test('nothing set is a development service on this machine (design 4)', () => {
  expect(readConfig({})).toMatchObject({
    baseUrl: 'http://localhost:4000',
    host: '127.0.0.1',
    port: 4000,
    database: { kind: 'embedded' },
    databaseDeadlineMilliseconds: 2500,
    dataDir: '.portico',
    secretKeys: [],
    smtpUrl: undefined,
    smtpCleartext: 'refused',
    serviceName: 'portico',
    timeZone: 'UTC',
    processes: 1,
    passwordMinLength: 15,
    closingWaitDays: 14,
    lostAppWaitDays: 7,
    addressChangeWaitDays: 3,
    logLevel: 'info',
    limits: {
      registerPerIpHour: 10,
      registerPerEmailHour: 3,
      recoverPerIpHour: 10,
      recoverPerEmailHour: 3,
      tokenPerIpMinute: 120,
      introspectPerIpMinute: 1500,
    },
  })
})

test('docs/runbooks/settings.md says what every setting means', async () => {
  const read = new Set<string>()
  const environment = new Proxy({}, { get: (_, name) => void read.add(String(name)) })
  readConfig(environment)
  const page = await readFile(new URL('../../../docs/runbooks/settings.md', import.meta.url), 'utf8')
  expect(read.size).toBeGreaterThan(20)
  expect([...read].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('what is read cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORTICO_PORT: '', PORTICO_BASE_URL: '  ', PORTICO_SECRET_KEY: '' })).toMatchObject({
    port: 4000,
  })
})

// proves: threat-half-configured
test('all faults are told at once, each naming its variable', () => {
  const environment = {
    PORTICO_BASE_URL: 'ftp://id.example.test',
    PORTICO_PORT: 'eighty',
    PORTICO_DATABASE_URL: 'mysql://localhost/x',
    PORTICO_SMTP_URL: 'localhost:25',
    PORTICO_SMTP_ALLOW_CLEARTEXT: 'yes',
    PORTICO_MAIL_FROM: 'nobody',
    PORTICO_MAILBOX_PORT: '70000',
    PORTICO_TRUSTED_PROXIES: '10.0.0.0/99',
    PORTICO_REDIS_URL: 'http://localhost',
    PORTICO_METRICS_PORT: '-1',
    PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '0',
    PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: 'many',
    PORTICO_DATABASE_DEADLINE_MS: '15001',
    PORTICO_PASSWORD_MIN_LENGTH: '7',
    PORTICO_LOG_LEVEL: 'loud',
  }
  const faults = faultsOf(environment)
  for (const name of Object.keys(environment))
    expect(faults.filter((fault) => fault.includes(name))).not.toEqual([])
  expect(faults.some((fault) => fault.startsWith('PORTICO_SECRET_KEY is required'))).toBe(true)
  expect(() => readConfig(environment)).toThrow(/^Portico cannot start, because of these settings:\n {2}- /)
})

describe('PORTICO_BASE_URL', () => {
  test('is on this machine, at the port that is listened on, where nothing is said', () => {
    expect(readConfig({}).baseUrl).toBe('http://localhost:4000')
    expect(readConfig({ PORTICO_PORT: '4200' }).baseUrl).toBe('http://localhost:4200')
    expect(readConfig({ PORTICO_PORT: '4200', PORTICO_BASE_URL: 'http://localhost:2' }).baseUrl).toBe(
      'http://localhost:2',
    )
  })

  test.each([
    'https://id.example.org',
    'https://id.example.org/',
    'https://id.example.org:8443',
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
    'http://id.localhost',
  ])('%s is taken, without a slash at its end', (url) => {
    expect(readConfig({ ...IN_PUBLIC, PORTICO_BASE_URL: url }).baseUrl).toBe(url.replace(/\/$/, ''))
  })

  // proves: rfc6749-2.3.1-tls, rfc6749-10.9-tls, rfc9700-2.6-https, core-2-iss, core-5.3-get-and-post, core-16.17-tls
  // proves: discovery-3-issuer
  test.each([
    'http://id.example.org',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'http://10.0.0.1',
    'id.example.org',
    'https://',
    'https://id.example.org/path',
    'https://id.example.org?x=1',
    'https://id.example.org/#x',
    'https://id.example.org:5061',
    'https://user@id.example.org',
    'https://user:password@id.example.org',
    'https://:password@id.example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('%s is refused', (url) => {
    const faults = faultsOf({ PORTICO_BASE_URL: url, PORTICO_SMTP_URL: 'smtp://mail' })
    expect(faults.some((fault) => fault.startsWith('PORTICO_BASE_URL'))).toBe(true)
  })

  // proves: threat-half-configured, threat-toy-in-public
  test.each([
    ['PORTICO_DATABASE_URL', /^PORTICO_DATABASE_URL is required .*PORTICO_EMBEDDED_DATABASE=yes/],
    ['PORTICO_SMTP_URL', /^PORTICO_SMTP_URL is required .*mailbox shows every mail/],
    ['PORTICO_MAIL_FROM', /^PORTICO_MAIL_FROM is required .*no-reply@example\.org/],
  ])('beyond this machine needs %s', (name, fault) => {
    expect(faultsOf(IN_PUBLIC)).toEqual([])
    for (const empty of ['', ' ']) {
      expect(faultsOf({ ...IN_PUBLIC, [name]: empty })).toEqual([expect.stringMatching(fault)])
      expect(faultsOf({ ...IN_PUBLIC, [name]: empty, PORTICO_BASE_URL: 'http://localhost' })).toEqual([])
    }
  })
})

describe('PORTICO_EMBEDDED_DATABASE', () => {
  const { PORTICO_DATABASE_URL: url, ...others } = IN_PUBLIC

  // proves: threat-toy-in-public
  test('names the embedded server in public by the one value that says what it does', () => {
    const named = { ...others, PORTICO_EMBEDDED_DATABASE: 'yes-in-the-data-directory' }
    expect(readConfig(named).database).toEqual({ kind: 'embedded' })
    for (const word of ['yes', '1', 'true', 'no', 'YES-IN-THE-DATA-DIRECTORY'])
      expect(faultsOf({ ...named, PORTICO_EMBEDDED_DATABASE: word })).not.toEqual([])
  })

  test('is refused beside the address of another server', () => {
    const both = { ...IN_PUBLIC, PORTICO_EMBEDDED_DATABASE: 'yes-in-the-data-directory' }
    expect(url).toBeDefined()
    expect(faultsOf(both)).toEqual([expect.stringContaining('are both set; remove one of them')])
    expect(faultsOf({ ...both, PORTICO_EMBEDDED_DATABASE: 'no' })).toEqual([])
  })
})

describe('PORTICO_SECRET_KEY', () => {
  test('takes several keys in their order, the first one seals', () => {
    const second = Buffer.alloc(32, 6).toString('base64')
    const { secretKeys } = readConfig({ PORTICO_SECRET_KEY: `${KEY}, ${second}` })
    expect(secretKeys.map((key) => key[0])).toEqual([5, 6])
  })

  // proves: threat-key-theft
  test.each([
    ['too short', Buffer.alloc(31, 5).toString('base64')],
    ['too long', Buffer.alloc(33, 5).toString('base64')],
    ['a good one and a bad one', `${KEY},x`],
    ['a comma at the end', `${KEY},`],
    ['hexadecimal', 'ab'.repeat(32)],
    ['words', 'correct horse battery staple'],
    ['a good one with other letters in it', `${KEY.slice(0, 10)}!?${KEY.slice(10)}`],
    ['quotes around it', `"${KEY}"`],
  ])('%s is refused without repeating it', (_name, value) => {
    const faults = faultsOf({ PORTICO_SECRET_KEY: value })
    expect(faults).toEqual([expect.stringMatching(/^PORTICO_SECRET_KEY: .*openssl rand/)])
    expect(faults.join()).not.toContain(value)
  })

  test('is required with a database of its own, and has no standard value', () => {
    const database = { PORTICO_DATABASE_URL: 'postgres://user:secret-word@db/portico' }
    expect(faultsOf(database)).toEqual([expect.stringContaining('PORTICO_SECRET_KEY is required')])
    expect(faultsOf({ ...database, PORTICO_SECRET_KEY: KEY })).toEqual([])
  })
})

const ADDRESSES = [
  ['PORTICO_DATABASE_URL', 'postgres://'],
  ['PORTICO_REDIS_URL', 'redis://'],
  ['PORTICO_SMTP_URL', 'smtp://'],
] as const

describe.each(ADDRESSES)('%s', (name, protocol) => {
  // proves: threat-stored-secrets
  test.each([
    'user:secret-word%2@host',
    'user:secret-word%zz@host',
    'user%ff:secret-word@host',
    'user:secret-word@host:99999',
    'user:secret-word@host:port',
    'user:secret-word@[::1',
    'user:secret-word@ho st',
    'user:secret-word/with-slash@host',
    'user:secret-word#with-hash@host',
    'user:secret-word?with-question@host',
    'user:secret-word@one:5432,two:99999',
  ])(`of ${protocol}%s is refused without repeating it, for whoever reads it would`, (rest) => {
    const faults = faultsOf({ PORTICO_SECRET_KEY: KEY, [name]: protocol + rest })
    expect(faults).toEqual([
      expect.stringMatching(new RegExp(`^${name} cannot be read; write it as ${protocol}`)),
    ])
    expect(faults.join()).not.toContain('secret-word')
  })

  test.each([
    'host',
    'user:p%40ss%2Fw%25rd@host:6379/0',
    'user@[::1]:5432/db',
    'user:a:b!$&*(),;=+~@host/db',
    'user:p@one:5432,two:5433/db?sslmode=require',
    ':only-a-password@host',
    'user@localhost/db?host=/run/postgresql&port=5433',
  ])(`of ${protocol}%s is taken as it is`, (rest) => {
    expect(faultsOf({ PORTICO_SECRET_KEY: KEY, [name]: protocol + rest })).toEqual([])
  })
})

describe('PORTICO_SMTP_ALLOW_CLEARTEXT', () => {
  test('allows clear text by the one value that says what it does', () => {
    const { smtpCleartext } = readConfig({ PORTICO_SMTP_ALLOW_CLEARTEXT: 'yes-send-links-in-clear' })
    expect(smtpCleartext).toBe('allowed')
    expect(readConfig({ PORTICO_SMTP_ALLOW_CLEARTEXT: 'no' }).smtpCleartext).toBe('refused')
  })

  // proves: threat-mail-without-tls
  test.each(['yes', 'true', '1', 'on', 'YES-SEND-LINKS-IN-CLEAR', 'yes-send-links-in-clear!', 'allowed'])(
    'may not be %s',
    (value) => {
      expect(faultsOf({ PORTICO_SMTP_ALLOW_CLEARTEXT: value })).toEqual([
        expect.stringContaining('PORTICO_SMTP_ALLOW_CLEARTEXT'),
      ])
    },
  )
})

// proves: threat-key-theft, threat-half-configured
test('faults never repeat a password', () => {
  const faults = faultsOf({
    PORTICO_DATABASE_URL: 'mysql://user:secret-word@db/x',
    PORTICO_SMTP_URL: 'http://user:secret-word@mail',
    PORTICO_REDIS_URL: 'http://:secret-word@redis',
  })
  expect(faults).toHaveLength(4)
  expect(faults.join()).not.toContain('secret-word')
})

test.each(['1e3', '0x50', '+80', '80.5', ' 80 80', '８０', '1234567890123', 'NaN', 'Infinity'])(
  'a number is written in digits: "%s" is none',
  (value) => {
    expect(faultsOf({ PORTICO_PORT: value })).toEqual([expect.stringContaining('PORTICO_PORT')])
  },
)

test.each([
  ['Portico <no-reply@example.org>', { name: 'Portico', address: 'no-reply@example.org' }],
  ['"City of X" <a@b.example>', { name: 'City of X', address: 'a@b.example' }],
  ['a@b.example', { name: '', address: 'a@b.example' }],
])('PORTICO_MAIL_FROM may be %s', (value, expected) => {
  expect(readConfig({ PORTICO_MAIL_FROM: value }).mailFrom).toEqual(expected)
})

test.each(['a@b, c@d', 'x\r\nBcc: evil@example.test <a@b>', 'a@b>', '<a@b', 'A <a@b> <c@d>'])(
  'PORTICO_MAIL_FROM may not be %j',
  (value) => {
    expect(faultsOf({ PORTICO_MAIL_FROM: value })).toEqual([expect.stringContaining('PORTICO_MAIL_FROM')])
  },
)

test('PORTICO_TRUSTED_PROXIES takes addresses and ranges, by commas or spaces', () => {
  const { trustedProxies } = readConfig({ PORTICO_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 fd00::/8' })
  expect(['10.9.9.9', '192.0.2.1', 'fd12::1'].every((address) => trustedProxies.includes(address))).toBe(true)
  expect(['11.0.0.1', '192.0.2.2', 'fe80::1'].some((address) => trustedProxies.includes(address))).toBe(false)
})

test('whatever is set, reading either succeeds or tells faults that name a variable', () => {
  const names = [
    'BASE_URL',
    'PORT',
    'DATABASE_URL',
    'SECRET_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'TRUSTED_PROXIES',
    'METRICS_PORT',
  ]
  const name = fc.constantFrom(...names.map((each) => `PORTICO_${each}`))
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), (environment) => {
      for (const fault of faultsOf(environment)) expect(fault).toMatch(/^PORTICO_/)
    }),
    { numRuns: 500 },
  )
})
