import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
