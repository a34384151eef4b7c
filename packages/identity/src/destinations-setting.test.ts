import { describe, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'

const KEY = Buffer.alloc(32, 5).toString('base64')
const SIGNED = { PORTICO_AUDIT_WEBHOOK_SECRET: KEY }

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults
    throw error
  }
}

test('without a setting the audit is sent nowhere', () => {
  expect(readConfig({}).auditDestinations).toEqual({ syslog: undefined, webhook: undefined })
})

// proves: audit-forward-settings
describe('PORTICO_AUDIT_SYSLOG', () => {
  test.each([
    ['tls://log.example.org:6514', { host: 'log.example.org', port: 6514, isTls: true }],
    ['tcp://10.0.0.7:601/', { host: '10.0.0.7', port: 601, isTls: false }],
    ['TLS://[2001:db8::1]:6514', { host: '2001:db8::1', port: 6514, isTls: true }],
  ])('%s', (given, read) => {
    expect(readConfig({ PORTICO_AUDIT_SYSLOG: given }).auditDestinations.syslog).toEqual(read)
  })

  test.each([
    'log.example.org:6514',
    'tls://log.example.org',
    'tls://log.example.org:0',
    'tls://log.example.org:65536',
    'tls://user:hunter2@log.example.org:6514',
    'tls://log.example.org:6514/path',
    'udp://log.example.org:514',
    'https://log.example.org:6514',
    'tls://:6514',
    'tls://log example:6514',
  ])('%s is refused with one sentence that does not repeat it', (given) => {
    const faults = faultsOf({ PORTICO_AUDIT_SYSLOG: given })
    expect(faults).toEqual([
      expect.stringMatching(/^PORTICO_AUDIT_SYSLOG names no server of syslog; set it to tls:/),
    ])
    expect(faults.join()).not.toContain('hunter2')
  })
})

// proves: audit-forward-settings
describe('PORTICO_AUDIT_WEBHOOK', () => {
  test.each([
    'https://log.example.org/portico?key=1',
    'https://10.0.0.7:8443/',
    'http://localhost:9000/x',
    'http://127.0.0.1/',
    'http://[::1]:9000/',
  ])('%s', (url) => {
    const { webhook } = readConfig({ PORTICO_AUDIT_WEBHOOK: url, ...SIGNED }).auditDestinations
    expect(webhook).toEqual({ url, secrets: [Buffer.alloc(32, 5)] })
  })

  test('has two secrets while the receiver changes from one to the other', () => {
    const both = {
      PORTICO_AUDIT_WEBHOOK: 'https://x.example.org',
      PORTICO_AUDIT_WEBHOOK_SECRET: `${KEY},${KEY}`,
    }
    expect(readConfig(both).auditDestinations.webhook?.secrets).toHaveLength(2)
  })

  test.each([
    'http://log.example.org/hunter2',
    'http://10.0.0.7/hunter2',
    'http://localhost.example.org/hunter2',
    'http://127.0.0.1.example.org/hunter2',
    'http://x.localhost/hunter2',
    'https://user:hunter2@log.example.org/',
    'https://log.example.org/#hunter2',
    'ftp://log.example.org/hunter2',
    'https:/log.example.org/hunter2',
    'https:log.example.org/hunter2',
    'https:\\\\log.example.org\\hunter2',
    'https:/\t/log.example.org/hunter2',
    'hunter2',
  ])('%s is refused with one sentence that does not repeat it', (url) => {
    const faults = faultsOf({ PORTICO_AUDIT_WEBHOOK: url, ...SIGNED })
    expect(faults).toEqual([expect.stringMatching(/^PORTICO_AUDIT_WEBHOOK must be an https address/)])
    expect(faults.join()).not.toContain('hunter2')
  })

  test('needs a secret, which needs it', () => {
    expect(faultsOf({ PORTICO_AUDIT_WEBHOOK: 'https://x.example.org' })).toEqual([
      expect.stringMatching(/^PORTICO_AUDIT_WEBHOOK_SECRET is required with PORTICO_AUDIT_WEBHOOK/),
    ])
    expect(faultsOf(SIGNED)).toEqual([
      'PORTICO_AUDIT_WEBHOOK_SECRET is set without PORTICO_AUDIT_WEBHOOK; set both or neither',
    ])
  })

  test('a short secret is refused, and not repeated', () => {
    const faults = faultsOf({
      PORTICO_AUDIT_WEBHOOK: 'https://x.example.org',
      PORTICO_AUDIT_WEBHOOK_SECRET: 'aHVudGVyMg==',
    })
    expect(faults).toEqual([expect.stringMatching(/^PORTICO_AUDIT_WEBHOOK_SECRET: key 1 of 1 has 7 bytes/)])
    expect(faults.join()).not.toMatch(/aHVu|hunter2/)
  })
})
