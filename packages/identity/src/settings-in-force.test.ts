import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { toldOf } from './platform/setting-in-force.ts'
import { SECRET_SETTINGS } from './secret-files.ts'

const KEY = Buffer.alloc(32, 5).toString('base64')

const SECRET = {
  PORTICO_DATABASE_URL: 'postgres://portico:a-secret-word@db/portico',
  PORTICO_SECRET_KEY: KEY,
  PORTICO_SMTP_URL: 'smtps://portico:a-secret-word@relay:465',
  PORTICO_REDIS_URL: 'redis://:a-secret-word@redis',
  PORTICO_AUDIT_WEBHOOK_SECRET: KEY,
  PORTICO_PKCS11_PIN: 'a-secret-word',
} satisfies Readonly<Record<(typeof SECRET_SETTINGS)[number], string>>

const settingsOf = (environment: Readonly<Record<string, string>>) =>
  new Map(readConfig(environment).settingsInForce.map((setting) => [setting.name, setting]))

// proves: settings-in-force
test('a setting has its value and what it was given by; without a value its default', () => {
  const settings = settingsOf({
    PORTICO_PORT: ' 4001 ',
    PORTICO_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
    PORTICO_LOG_LEVEL: '',
  })
  expect(settings.get('PORTICO_PORT')).toEqual({ name: 'PORTICO_PORT', value: '4001', given: 'variable' })
  expect(settings.get('PORTICO_TRUSTED_PROXIES')?.value).toBe('10.0.0.0/8, fd00::/8')
  const defaults = [
    ['PORTICO_LOG_LEVEL', 'info'],
    ['PORTICO_DRAIN_SECONDS', '5'],
    ['PORTICO_BASE_URL', 'http://localhost:4001'],
    ['PORTICO_MAIL_FROM', 'Portico <no-reply@localhost>'],
    ['PORTICO_LIMIT_TOKEN_PER_IP_MINUTE', '120'],
    ['PORTICO_AUDIT_RETENTION_DAYS', ''],
  ]
  for (const [name = '', value] of defaults)
    expect(settings.get(name)).toEqual({ name, value, given: 'default' })
  expect([...settings.keys()]).toEqual([...settings.keys()].sort())
})

// proves: settings-in-force
test('of a secret it is told whether it is set, by a variable or a file, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-settings-'))
  try {
    const file = join(folder, 'smtp')
    await writeFile(file, SECRET.PORTICO_SMTP_URL)
    const webhook = { PORTICO_AUDIT_WEBHOOK: 'https://log.example.org/a-secret-word?key=a-secret-word' }
    const collector = { PORTICO_OTLP_URL: 'https://ana:a-secret-word@otlp.example.org/a-secret-word' }
    const token = { PORTICO_PKCS11_MODULE: '/usr/lib/module.so', PORTICO_PKCS11_TOKEN: 'portico' }
    const environment = {
      ...SECRET,
      ...webhook,
      ...collector,
      ...token,
      PORTICO_SMTP_URL: '',
      PORTICO_SMTP_URL_FILE: file,
    }
    const settings = settingsOf(environment)
    for (const name of SECRET_SETTINGS)
      expect(settings.get(name)).toEqual({
        name,
        value: null,
        given: name === 'PORTICO_SMTP_URL' ? 'file' : 'variable',
      })
    expect(settings.get('PORTICO_AUDIT_WEBHOOK')?.value).toBe('https://log.example.org')
    expect(settings.get('PORTICO_OTLP_URL')?.value).toBe('https://otlp.example.org')
    const told = JSON.stringify([...settings.values()])
    for (const secret of ['a-secret-word', KEY]) expect(told).not.toContain(secret)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a secret that is not set, and a name that is no setting', () => {
  const settings = settingsOf({ PORTICO_ALLOW_UNKNOWN_SETTINGS: '1', PORTICO_PASWORD: 'a-secret-word' })
  expect(settings.get('PORTICO_REDIS_URL')).toEqual({
    name: 'PORTICO_REDIS_URL',
    value: null,
    given: 'default',
  })
  expect(settings.has('PORTICO_PASWORD')).toBe(false)
})

test.each([
  ['tls://log.example.org:6514', 'tls://log.example.org:6514'],
  ['HTTPS://ana:word@example.org/path?query#part', 'https://example.org'],
  ['https://[fd00::1]:8443/path', 'https://[fd00::1]:8443'],
  ['https://a b/word', ''],
  ['https:/hooks.example.org/word', 'https://hooks.example.org'],
  ['https:\\\\hooks.example.org\\word', 'https://hooks.example.org'],
  ['https:\t//hooks.example.org/word', 'https://hooks.example.org'],
  ['10.0.0.0/8, fd00::/8', '10.0.0.0/8, fd00::/8'],
  ['mailto:security@example.org', 'mailto:security@example.org'],
  ['', ''],
  ['x'.repeat(301), 'x'.repeat(300)],
  ['Portico <no-reply@example.org>', 'Portico <no-reply@example.org>'],
])('of %s it tells %s', (value, told) => {
  expect(toldOf(value)).toBe(told)
})

// proves: settings-in-force
test.each(['https:hooks.example.org/a-secret-word', 'a-secret-word'])(
  'of an address that is none, nothing is told: %s',
  (value) => {
    expect(toldOf(value, 'address')).not.toContain('a-secret-word')
  },
)
