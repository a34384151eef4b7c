import { expect, test } from 'vitest'
import { loopbackAddress } from './loopback-host.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.0', '127.0.0.0'],
  ['127.255.255.254', '127.255.255.254'],
  ['::1', '::1'],
  ['0:0:0:0:0:0:0:1', '0:0:0:0:0:0:0:1'],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['LocalHost', '127.0.0.1'],
])('%s is this machine, at %s', (host, address) => {
  expect(loopbackAddress(host)).toBe(address)
})

// proves: threat-mail-without-tls
test.each([
  '',
  '0.0.0.0',
  '::',
  '126.255.255.255',
  '128.0.0.1',
  '10.0.0.1',
  '192.168.0.1',
  '169.254.1.1',
  '::2',
  'fe80::1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '127.0.0.1.example.org',
  '127.0.0.256',
  '127.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f.0.0.1',
  ' 127.0.0.1',
  'localhost.',
  'localhost.example.org',
  'mail.localhost',
  'localhost4',
  'ip6-localhost',
  'mail',
  'mail.example.org',
])('%j may be another machine, or become one: it is not taken for this one', (host) => {
  expect(loopbackAddress(host)).toBeUndefined()
})
