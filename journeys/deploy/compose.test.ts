import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../packages/identity/testing/database.ts'
import { deriveText } from '../kit/derive-text.ts'
import { openFolder } from '../kit/folder.ts'
import { runPortico } from '../kit/identity-process.ts'
import { findTool, ROOT, runTool } from './tools.ts'

const FILE = join(ROOT, 'deploy/container/compose.yaml')
const text = readFileSync(FILE, 'utf8')
const checker = findTool('check-jsonschema')

// proves: threat-image
describe('the compose file', () => {
  test.skipIf(!checker)(
    `is what the schema of the compose specification allows${checker ? '' : ' (check-jsonschema is missing)'}`,
    async () => {
      const args = ['--builtin-schema', 'vendor.compose-spec', FILE]
      expect(await runTool(checker ?? '', args)).toMatchObject({ code: 0 })
    },
  )

  test('names every image by an exact tag', () => {
    const images = Array.from(text.matchAll(/^\s*image: (\S+)$/gm), ([, image = '']) => image)
    expect(images.length).toBeGreaterThan(3)
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?\}?$/)
  })

  test('gives the service and HAProxy no capability, no new privileges and a read-only root', () => {
    for (const rule of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(text.split(rule).length - 1).toBe(2)
  })

  test('has secrets as files and never as values', () => {
    for (const name of [
      'PORTICO_DATABASE_URL',
      'PORTICO_SECRET_KEY',
      'PORTICO_SMTP_URL',
      'POSTGRES_PASSWORD',
    ]) {
      expect(text).toContain(`${name}_FILE: /run/secrets/`)
      expect(text).not.toMatch(new RegExp(`${name}[:=]`))
    }
  })

  test('publishes no port of the service or of PostgreSQL: who reaches them reaches metrics, too', () => {
    const published = Array.from(text.matchAll(/^\s*- "([\d.:]+)"$/gm), ([, port]) => port)
    expect(published).toEqual(['80:80', '443:443', '127.0.0.1:8025:8025'])
  })

  test('has a proxy whose address is the one that the service trusts', () => {
    const [, proxy = ''] = /PORTICO_TRUSTED_PROXIES: ([\d.]+)\/32/.exec(text) ?? []
    const haproxy = text.slice(text.indexOf('\n  haproxy:'))
    expect(/ipv4_address: ([\d.]+)/.exec(haproxy)?.[1]).toBe(proxy)
  })
})

const psql = findTool('psql')

// proves: threat-copied-files
describe('the role of the service in the compose file', () => {
  let database: TestDatabase
  const role = `service_${randomBytes(6).toString('hex')}`
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => {
    const drop = [
      '-qc',
      `drop database if exists ${role}`,
      '-c',
      `drop role if exists ${role}, ${role}_console`,
      database.url,
    ]
    if (psql) await runTool(psql, drop)
    await database.drop()
  })

  test('is not the superuser of PostgreSQL, whose password it does not get', () => {
    expect(text).toContain('POSTGRES_USER: postgres\n')
    expect(text).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/postgres-password\n')
    expect(text).toContain('./make-role.sh:/docker-entrypoint-initdb.d/make-role.sh:ro')
    expect(/secrets: \[(database-url[^\]]*)\]/.exec(text)?.[1]).toBe('database-url, secret-key, smtp-url')
  })

  test.skipIf(!psql)(
    'can make its tables and prepare the console, and do nothing that a superuser can',
    async () => {
      const { socketDir, port, user } = database.address
      const password = join(openFolder(), 'password')
      writeFileSync(password, 'a password\n')
      const script = deriveText(readFileSync(join(ROOT, 'deploy/container/make-role.sh'), 'utf8'), [
        ['create role portico', `create role ${role}`],
        ['create database portico owner portico', `create database ${role} owner ${role}`],
        ['on database portico', `on database ${role}`],
        ['/run/secrets/database-password', password],
      ])
      const { PATH = '' } = process.env
      const env = { PATH, PGHOST: socketDir, PGPORT: String(port), POSTGRES_USER: user }
      expect(await runTool('sh', ['-c', script], { env })).toEqual({ code: 0, out: '', err: '' })

      const url = `postgres://${role}@localhost/${role}?host=${socketDir}&port=${port}`
      const migrated = await runPortico(['migrate'], {
        PORTICO_DATABASE_URL: url,
        PORTICO_SECRET_KEY: randomBytes(32).toString('base64'),
      }).ended
      expect(migrated, migrated.output).toMatchObject({ code: 0 })
      for (const [asked, refused] of [
        ['select rolsuper from pg_roles where rolname = current_user', 'f'],
        ["select pg_read_file('/etc/passwd')", 'permission denied'],
        ["copy (select 1) to program 'true'", 'permission denied'],
        ["alter system set log_statement = 'all'", 'permission denied'],
        ['create role other', 'permission denied'],
      ]) {
        const said = await runTool(psql ?? '', ['-Atc', asked ?? '', url], { env: { PATH } })
        expect([asked, said.out + said.err]).toEqual([asked, expect.stringContaining(refused ?? '')])
      }

      await prepareConsole({ role, url, env: { ...env, PGDATABASE: role } })
    },
  )

  /** The steps of deploy/README.md: what the superuser does for the console, and `portico console prepare`. */
  async function prepareConsole(of: { role: string; url: string; env: Record<string, string> }) {
    const readme = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
    const [, make = '', allow = ''] = /-c '(create role [^']+)' -c '(grant [^']+)'/.exec(readme) ?? []
    const own = `${of.role}_console`
    const bySuperuser = (statement: string) => {
      const named = statement
        .replaceAll('portico_console', own)
        .replace('database portico', `database ${of.role}`)
      return runTool(psql ?? '', ['-qXU', of.env['POSTGRES_USER'] ?? '', '-c', named], { env: of.env })
    }
    const asConsole = () =>
      runTool(psql ?? '', ['-XAtc', 'select 1', of.url.replace(`//${of.role}@`, `//${own}@`)])
    expect(await bySuperuser(make)).toMatchObject({ code: 0, err: '' })
    expect((await asConsole()).err).toContain('permission denied for database')
    expect(await bySuperuser(allow)).toMatchObject({ code: 0, err: '' })
    expect((await asConsole()).out).toBe('1\n')
    const words = ['console', 'prepare', own, '--url', 'https://console.example.org', '--reason', 'a test']
    const prepared = await runPortico(words, {
      ...{ PORTICO_DATABASE_URL: of.url, PORTICO_SECRET_KEY: randomBytes(32).toString('base64') },
      ...{ PORTICO_BASE_URL: 'https://id.example.org', PORTICO_MAIL_FROM: 'a@example.org' },
      PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
    }).ended
    expect(prepared, prepared.output).toMatchObject({ code: 0 })
    expect(prepared.output).toContain('PORTICO_CONSOLE_KEY=')
  }
})
