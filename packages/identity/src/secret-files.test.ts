import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'
import { SECRET_SETTINGS } from './secret-files.ts'

const KEY = Buffer.alloc(32, 5).toString('base64')

/** A value of each secret setting that the service accepts. */
const VALUES: Readonly<Record<(typeof SECRET_SETTINGS)[number], string>> = {
  PORTICO_DATABASE_URL: 'postgres://portico:a-secret-word@db/portico',
  PORTICO_SECRET_KEY: KEY,
  PORTICO_SMTP_URL: 'smtps://portico:a-secret-word@relay:465',
  PORTICO_REDIS_URL: 'redis://:a-secret-word@redis',
  PORTICO_AUDIT_WEBHOOK_SECRET: KEY,
  PORTICO_PKCS11_PIN: 'a-secret-word',
}

let folder: string
const fileOf = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-secret-files-'))
  for (const [name, value] of Object.entries(VALUES)) await writeFile(fileOf(name), `${value}\n`)
  await writeFile(fileOf('empty'), ' \n')
  await writeFile(fileOf('two-lines'), 'redis://:a-secret-word@redis\nredis://other\n')
  await writeFile(fileOf('large'), 'a-secret-word'.repeat(10_000))
  await writeFile(fileOf('wrong'), 'http://user:a-secret-word@host')
  await symlink(fileOf('PORTICO_REDIS_URL'), fileOf('link'))
  await symlink(fileOf('link-to-itself'), fileOf('link-to-itself'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

const ALL = () => Object.fromEntries(SECRET_SETTINGS.map((name) => [`${name}_FILE`, fileOf(name)]))
const USES = {
  PORTICO_AUDIT_WEBHOOK: 'https://log.example.org',
  PORTICO_PKCS11_MODULE: '/usr/lib/module.so',
  PORTICO_PKCS11_TOKEN: 'portico',
}
const PUBLIC = { PORTICO_BASE_URL: 'https://id.example.org', PORTICO_MAIL_FROM: 'no-reply@example.org' }

// proves: threat-secret-files
describe('a secret setting', () => {
  test('is read from the file that NAME_FILE names, without the line end', () => {
    const config = readConfig({ ...ALL(), ...USES, ...PUBLIC })
    expect(config).toMatchObject({
      database: { kind: 'url', url: VALUES.PORTICO_DATABASE_URL },
      smtpUrl: VALUES.PORTICO_SMTP_URL,
      redisUrl: VALUES.PORTICO_REDIS_URL,
    })
    expect(config.secretKeys.map((key) => key.toString('base64'))).toEqual([KEY])
    expect(config.auditDestinations.webhook?.secrets).toEqual(config.secretKeys)
    expect(config.secretFiles.map(({ setting }) => setting)).toEqual(Object.keys(ALL()))
  })

  test('may be in a file behind a symbolic link, as Kubernetes makes them', () => {
    expect(readConfig({ PORTICO_REDIS_URL_FILE: fileOf('link') }).redisUrl).toBe(VALUES.PORTICO_REDIS_URL)
  })

  test.each(SECRET_SETTINGS)('%s is refused where the value and a file are both set', (name) => {
    const faults = faultsOf({ ...ALL(), ...USES, [name]: VALUES[name] })
    expect(faults).toEqual([`${name} and ${name}_FILE are both set; remove one of them`])
  })

  test.each([
    ['missing', 'does not exist; make it, or correct the path'],
    ['empty', 'is empty; write the value into it'],
    ['two-lines', 'has several lines; write only the value into it, on one line'],
    ['large', 'is too large; name a file that has only the value'],
    ['.', 'is not a regular file; name a file that has only the value'],
    ['empty/below', 'cannot be read (ENOTDIR); let the user that runs Portico read it'],
    ['link-to-itself', 'cannot be read (ELOOP); let the user that runs Portico read it'],
  ])('in the file "%s" gets one sentence that says what to do, and nothing else', (name, sentence) => {
    for (const setting of SECRET_SETTINGS) {
      const path = fileOf(name)
      const environment = { ...ALL(), ...USES, ...PUBLIC, [`${setting}_FILE`]: path }
      expect(faultsOf(environment)).toEqual([`${setting}_FILE: the file ${path} ${sentence}`])
    }
  })

  test('that is wrong in its file is refused under its own name, without being repeated', () => {
    const faults = faultsOf({ PORTICO_REDIS_URL_FILE: fileOf('wrong') })
    expect(faults).toEqual([expect.stringMatching(/^PORTICO_REDIS_URL must begin with redis:/)])
    expect(faults.join()).not.toContain('a-secret-word')
  })

  test('has no file where NAME_FILE is empty', () => {
    expect(readConfig({ PORTICO_REDIS_URL_FILE: ' ' })).toMatchObject({
      redisUrl: undefined,
      secretFiles: [],
    })
  })
})

test('a setting that is not secret cannot be read from a file', () => {
  expect(faultsOf({ PORTICO_SERVICE_NAME_FILE: fileOf('large') })).toEqual([
    expect.stringContaining('did you mean PORTICO_SERVICE_NAME?'),
  ])
})
