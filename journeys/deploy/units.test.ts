import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTool, ROOT, runTool } from './tools.ts'

const FOLDER = join(ROOT, 'deploy/systemd')
const UNITS = readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name))
const SERVICES = UNITS.filter((name) => name.endsWith('.service'))
const analyze = findTool('systemd-analyze')
const title = (name: string) => (analyze ? name : `${name} (systemd-analyze is missing)`)

/** Exposure 2.0, as systemd-analyze counts it. */
const MOST_EXPOSURE = '20'

const COMMAND = /\/opt\/portico(?:-gate|-console)?\/node_modules\/\.bin\/portico(?:-gate|-console)?\b/g

const textOf = (unit: string) => readFileSync(join(FOLDER, unit), 'utf8')

const OF_THE_SERVICE = {
  place: '/etc/portico',
  settings: 'portico.env',
  secrets: [
    ['PORTICO_DATABASE_URL', 'database-url'],
    ['PORTICO_SECRET_KEY', 'secret-key'],
    ['PORTICO_SMTP_URL', 'smtp-url'],
  ],
} as const

const OF_THE_GATE = {
  place: '/etc/portico-gate',
  settings: 'gate.env',
  secrets: [
    ['SSO_CLIENT_SECRET', 'client-secret'],
    ['SSO_ENCRYPTION_KEYS', 'encryption-keys'],
    ['DATABASE_URL', 'database-url'],
  ],
} as const

const OF_THE_CONSOLE = {
  place: '/etc/portico-console',
  settings: 'console.env',
  secrets: [
    ['PORTICO_CONSOLE_DATABASE_URL', 'database-url'],
    ['PORTICO_CONSOLE_CLIENT_SECRET', 'client-secret'],
    ['PORTICO_CONSOLE_KEY', 'key'],
  ],
} as const

/** The settings and the secrets of what a unit starts. */
function whatStarts(unit: string) {
  if (unit === 'portico-gate.service') return OF_THE_GATE
  return unit === 'portico-console.service' ? OF_THE_CONSOLE : OF_THE_SERVICE
}

/** The lines of a unit below the comment that begins its restrictions. */
function restrictionsOf(unit: string): string {
  const [, below = ''] = textOf(unit).split('# What the service may not do.')
  return below.split('\n[Install]')[0]?.trim() ?? ''
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-units-'))
  // The command is where the operator installs it. Here, Node stands in for it.
  for (const unit of UNITS)
    await writeFile(join(folder, unit), textOf(unit).replaceAll(COMMAND, process.execPath))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// proves: threat-unit
describe('the systemd units', () => {
  test.skipIf(!analyze).each(SERVICES)(title('%s has an exposure of at most 2.0'), async (unit) => {
    const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSURE}`, '--no-pager', unit]
    const { code, out } = await runTool(analyze ?? '', args, { cwd: folder })
    expect([code, out]).toEqual([0, expect.stringContaining('Overall exposure level')])
  })

  test.skipIf(!analyze)(title('are units without a mistake'), async () => {
    const paths = UNITS.map((unit) => join(folder, unit))
    const { code, out, err } = await runTool(analyze ?? '', ['verify', '--man=no', ...paths])
    expect([code, out + err]).toEqual([0, ''])
  })

  test('have the same restrictions', () => {
    const [first = '', ...others] = SERVICES.map(restrictionsOf)
    expect(first.split('\n').length).toBeGreaterThan(25)
    for (const other of others) expect(other).toBe(first)
  })

  test.each(SERVICES)('%s gets every secret as a credential, and none as a value', (unit) => {
    const text = textOf(unit)
    const { place, settings, secrets } = whatStarts(unit)
    for (const [setting, credential] of secrets) {
      expect(text).toContain(`LoadCredential=${credential}:${place}/secrets/${credential}
`)
      expect(text).toContain(`Environment=${setting}_FILE=%d/${credential}
`)
      expect(`${text}${textOf(settings)}`).not.toContain(`${setting}=`)
    }
  })

  test('give the service time to answer what runs: the drain and the 20 s after which it ends itself', () => {
    for (const unit of [
      'portico.service',
      'portico@.service',
      'portico-gate.service',
      'portico-console.service',
    ])
      expect(textOf(unit)).toMatch(/^TimeoutStopSec=35$/m)
  })
})
