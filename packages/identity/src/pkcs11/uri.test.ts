import { expect, test } from 'vitest'
import { readKeyUri, writeKeyUri } from './uri.ts'

test.each(['portico', 'a b;id=%00', 'ключи', '%41', ''])(
  'the place of a key is read as it was written: %j',
  (token) => {
    const place = { token, id: Buffer.from('00ff7f3b', 'hex') }
    expect(readKeyUri(writeKeyUri(place))).toEqual(place)
  },
)

test('it is a URI of RFC 7512', () => {
  expect(writeKeyUri({ token: 'a;b', id: Buffer.of(0, 255) })).toBe(
    'pkcs11:token=a%3Bb;id=%00%ff;type=private',
  )
})

test.each([
  '',
  'pkcs11:',
  'pkcs11:token=a;id=;type=private',
  'pkcs11:token=a;id=%0;type=private',
  'pkcs11:token=a;id=%00',
  'pkcs11:token=a;id=%00;type=public',
  'pkcs11:token=a;id=%00;type=private?module-path=/tmp/x.so',
  'pkcs11:token=a;id=%00;type=private\n',
  'PKCS11:token=a;id=%00;type=private',
  'pkcs11:id=%00;token=a;type=private',
])('nothing else is read: %j', (uri) => {
  expect(readKeyUri(uri)).toBeUndefined()
})
