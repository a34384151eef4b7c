import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ComposeService, readCompose } from './compose-file.ts'
import { faultsOf, hasConsole, secretFor } from './read-settings.ts'
import { findTool, ROOT, runTool } from './tools.ts'

const SERVICE = {
  PORTICO_BASE_URL: 'https://id.example.org',
  PORTICO_MAIL_FROM: 'Portico <no-reply@example.org>',
}

/** The files that put something beside the service or before a back end, and the variables that each wants. */
const BESIDE = [
  {
    name: 'console',
    files: ['compose.yaml', 'compose.console.yaml'],
    variables: {
      ...SERVICE,
      PORTICO_CONSOLE_URL: 'https://console.example.org',
      PORTICO_CONSOLE_CLIENT_ID: 'console-1',
    },
    port: '127.0.0.1:4200:4200',
    settings: /^PORTICO_CONSOLE_/,
    missing: ['PORTICO_BASE_URL', 'PORTICO_CONSOLE_URL', 'PORTICO_CONSOLE_CLIENT_ID'],
  },
  {
    name: 'gate',
    files: ['compose.gate.yaml'],
    variables: {
      SSO_IDENTITY_URL: 'https://id.example.org',
      SSO_CLIENT_ID: 'permits',
      SSO_PROGRAM_URL: 'https://permits.example.org',
      BACK_END_IMAGE: 'permits:1.0.0',
    },
    port: '127.0.0.1:4180:4180',
    settings: /^(?:GATE_|SSO_|DATABASE_URL_FILE$)/,
    missing: ['SSO_IDENTITY_URL', 'SSO_CLIENT_ID', 'SSO_PROGRAM_URL', 'BACK_END_IMAGE'],
  },
] as const

const neighbour = readCompose(['compose.yaml'], SERVICE).services['portico-1']
const checker = findTool('check-jsonschema')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-compose-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The settings of a container, with the files of its secrets in a folder of this machine. */
function settingsOf({ environment = {} }: ComposeService): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? join(folder, basename(String(value))) : String(value),
    ]),
  )
}

// proves: threat-image
describe.each(BESIDE)(
  'the compose file of the $name',
  ({ name, files, variables, port, settings, missing }) => {
    const composed = readCompose(files, variables)
    const made = composed.services[name] as ComposeService
    const environment = Object.entries(made.environment ?? {})

    test.skipIf(!checker)(
      `is what the schema of the compose specification allows${checker ? '' : ' (check-jsonschema is missing)'}`,
      async () => {
        const file = join(ROOT, 'deploy/container', files.at(-1) ?? '')
        const args = ['--builtin-schema', 'vendor.compose-spec', file]
        expect(await runTool(checker ?? '', args)).toMatchObject({ code: 0 })
      },
    )

    test('gives it the rights that the service has, and no more', () => {
      for (const field of [
        ...['read_only', 'cap_drop', 'security_opt', 'ulimits', 'restart', 'stop_grace_period'],
        ...['privileged', 'user', 'cap_add', 'devices', 'pid', 'network_mode', 'volumes'],
      ])
        expect([field, made[field]]).toEqual([field, neighbour?.[field]])
      expect(made['read_only']).toBe(true)
    })

    test('gives it no setting of the service, and no secret of it', () => {
      for (const [setting] of environment) expect(setting).toMatch(settings)
      const ofTheService = neighbour?.secrets ?? []
      expect(ofTheService).toContain('secret-key')
      expect(made.secrets?.filter((one) => ofTheService.includes(one))).toEqual([])
    })

    test('has each secret as a file in the folder that Git ignores', () => {
      const given = environment.filter(([setting]) => setting.endsWith('_FILE')).map(([, file]) => file)
      expect(given).toEqual(made.secrets?.map((one) => `/run/secrets/${one}`))
      for (const one of made.secrets ?? [])
        expect(composed.secrets[one]).toEqual({ file: `./secrets/${one}` })
    })

    test.skipIf(!hasConsole)(
      'starts nothing without its secrets, and names each file that is missing',
      async () => {
        const said = await faultsOf(name, settingsOf(made))
        const files = Object.keys(made.environment ?? {}).filter((setting) => setting.endsWith('_FILE'))
        expect(files).toHaveLength(3)
        for (const file of files) expect(said).toContain(file)
      },
    )

    test.skipIf(!hasConsole)('has every setting that is needed, and none that is unknown', async () => {
      for (const one of made.secrets ?? []) writeFileSync(join(folder, one), `${secretFor(one)}\n`)
      expect(await faultsOf(name, settingsOf(made))).toBe('')
      expect(await faultsOf(name, { ...settingsOf(made), PORTICO_CONSOLE_X: '', GATE_X: '' })).toMatch(/_X/)
    })

    test.each(missing)('starts nothing without %s', (variable) => {
      expect(() => readCompose(files, { ...variables, [variable]: '' })).toThrow(`${variable}: set it to`)
    })

    test('publishes one port, for this machine alone', () => {
      const published = Object.values(composed.services).flatMap(({ ports = [] }) => ports)
      const before = name === 'console' ? ['80:80', '443:443', '127.0.0.1:8025:8025'] : []
      expect(published.toSorted()).toEqual([...before, port].toSorted())
    })

    test('trusts what comes through this port, and no other container', () => {
      const [proxies] = environment.filter(([setting]) => setting.endsWith('_TRUSTED_PROXIES'))
      const outside = (made.networks as readonly string[]).map((one) => composed.networks[one])
      expect(proxies?.[1]).toMatch(/^[\d.]+\/32$/)
      expect(JSON.stringify(outside)).toContain(`"gateway":"${String(proxies?.[1]).slice(0, -3)}"`)
    })
  },
)

describe('the console beside the service', () => {
  const [{ files, variables }] = BESIDE
  const { services } = readCompose(files, variables)

  test('is in its own file alone, and changes one setting of the service', () => {
    const alone = readCompose(['compose.yaml'], SERVICE)
    expect(JSON.stringify(alone)).not.toMatch(/console/i)
    const { console: made, 'portico-1': one, 'portico-2': two, ...others } = services
    expect(made?.command).toEqual(['console'])
    expect(made?.image).toBe(neighbour?.image)
    expect(alone.services).toMatchObject(others)
    for (const [process, name] of [[one, 'portico-1'] as const, [two, 'portico-2'] as const]) {
      const { PORTICO_ORDERS_FROM: orders, ...environment } = process?.environment ?? {}
      expect(orders).toBe('')
      expect({ ...process, environment }).toEqual(alone.services[name])
    }
  })

  test('has a health check on the port of its metrics', () => {
    const { environment, healthcheck } = services['console'] ?? {}
    expect(healthcheck?.test).toEqual([
      ...['CMD', 'node', '/app/healthcheck.mjs'],
      ...[String(environment?.['PORTICO_CONSOLE_METRICS_PORT']), '/metrics'],
    ])
  })
})

test('the back end behind the gate is in a network that only the gate shares', () => {
  const { services, networks } = readCompose(BESIDE[1].files, BESIDE[1].variables)
  expect(services['back-end']?.networks).toEqual(['behind'])
  expect(services['back-end']?.ports).toBeUndefined()
  expect(networks['behind']).toEqual({ internal: true })
  expect(services['gate']?.environment?.['GATE_UPSTREAM']).toBe('http://back-end:8000')
})
