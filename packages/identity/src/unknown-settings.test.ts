import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const unknown = (environment: Record<string, string>) => readConfig(environment).unknownSettings

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

  test('nor are those of the launcher and of tests', () => {
    expect(unknown({ PORTICO_LAUNCHED_BY: '1', PORTICO_TEST_CITUS_URL: 'x', PORTICO_CHROMIUM: 'x' })).toEqual(
      [],
    )
  })
})
