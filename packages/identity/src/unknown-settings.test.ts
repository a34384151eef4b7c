import { describe, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'

const ALLOWED = { PORTICO_ALLOW_UNKNOWN_SETTINGS: '1' }
const unknown = (environment: Record<string, string>) =>
  readConfig({ ...environment, ...ALLOWED }).unknownSettings

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

// proves: seeing-doctor
describe('a variable that looks like a setting and is none', () => {
  test.each([
    ['PORTICO_METRIC_PORT', 'PORTICO_METRICS_PORT'],
    ['PORTICO_BASEURL', 'PORTICO_BASE_URL'],
    ['PORTICO_DATABSE_URL', 'PORTICO_DATABASE_URL'],
    ['portico_base_url', 'PORTICO_BASE_URL'],
    ['PORTICO_LIMIT_TOKEN_PER_IP_MIN', 'PORTICO_LIMIT_TOKEN_PER_IP_MINUTE'],
    ['PORTICO_TRUSTED_PROXY', 'PORTICO_TRUSTED_PROXIES'],
    ['PORTICO_SECRET_KEYS', 'PORTICO_SECRET_KEY'],
    ['PORTICO_COLOUR_OF_THE_ROOF', undefined],
    ['PORTICO_', undefined],
  ])('%s: %s was meant', (name, meant) => {
    expect(unknown({ [name]: 'x' })).toEqual([{ name, meant }])
  })

  test('its value is not told, because it may be a secret', () => {
    const found = unknown({ PORTICO_SECRET_KEI: 'hunter2' })
    expect(found).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  test('a setting that is empty is a setting, and other variables are not looked at', () => {
    expect(
      unknown({ PORTICO_REDIS_URL: '', PORTICO_LOG_LEVEL: 'warn', PATH: '/bin', PORTICOS: '4' }),
    ).toEqual([])
  })

  test('a secret may be in a file, and what is no secret may not', () => {
    expect(unknown({ PORTICO_REDIS_URL_FILE: '', PORTICO_PORT_FILE: 'x' })).toMatchObject([
      { name: 'PORTICO_PORT_FILE' },
    ])
  })

  test('nor are those of the console, which looks at them itself', () => {
    expect(unknown({ PORTICO_CONSOLE_URL: 'x', PORTICO_CONSOLE_KEY_FILE: 'x' })).toEqual([])
  })

  test('nor are those of the launcher and of tests', () => {
    expect(unknown({ PORTICO_LAUNCHED_BY: '1', PORTICO_TEST_CITUS_URL: 'x', PORTICO_CHROMIUM: 'x' })).toEqual(
      [],
    )
  })

  // proves: threat-toy-in-public
  test.each([
    [
      { PORTICO_DATABSE_URL: 'postgres://db/portico' },
      /^PORTICO_DATABSE_URL is no setting .*PORTICO_DATABASE_URL/,
    ],
    [{ PORTICO_COLOUR_OF_THE_ROOF: 'red' }, /^PORTICO_COLOUR_OF_THE_ROOF is no setting .*settings\.md/],
    [{ PORTICO_METRIC_PORT: '1' }, /^PORTICO_METRIC_PORT is no setting .*PORTICO_METRICS_PORT/],
  ])('is a fault: %j', (environment, fault) => {
    const faults = faultsOf(environment)
    expect(faults.join('\n')).toMatch(fault)
    expect(faults.join()).not.toContain('postgres://')
    expect(faultsOf({ ...environment, ...ALLOWED })).toEqual([])
    expect(faultsOf({ ...environment, PORTICO_ALLOW_UNKNOWN_SETTINGS: '0' })).toEqual(faults)
  })

  test('is not allowed by another word than 1', () => {
    for (const word of ['yes', 'true', 'x', '2'])
      expect(faultsOf({ PORTICO_ALLOW_UNKNOWN_SETTINGS: word })).toHaveLength(1)
  })

  test('what Kubernetes writes for a Service named portico-web is none, all of it or nothing', () => {
    const service = {
      PORTICO_WEB_SERVICE_HOST: '10.0.0.1',
      PORTICO_WEB_SERVICE_PORT: '80',
      PORTICO_WEB_SERVICE_PORT_HTTP: '80',
      PORTICO_WEB_PORT: 'tcp://10.0.0.1:80',
      PORTICO_WEB_PORT_80_TCP: 'tcp://10.0.0.1:80',
      PORTICO_WEB_PORT_80_TCP_PROTO: 'tcp',
      PORTICO_WEB_PORT_80_TCP_PORT: '80',
      PORTICO_WEB_PORT_80_TCP_ADDR: '10.0.0.1',
    }
    expect(faultsOf(service)).toEqual([])
    expect(faultsOf({ PORTICO_WEB_PORT: '80' })).toHaveLength(1)
  })
})
