import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packAsset } from './asset-reply.ts'

const TEXT = 'a { color: red } '.repeat(50)
const file = packAsset('text/css', TEXT)

test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, GZIP;q=0.5', '*', 'identity;q=0, *;q=0.1'])(
  'a file is sent short to a browser that takes gzip: %s',
  (accepted) => {
    const { headers, body } = file.replyTo(accepted)
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(body.length).toBeLessThan(TEXT.length / 5)
    expect(gunzipSync(body).toString()).toBe(TEXT)
  },
)

test.each([
  undefined,
  '',
  'identity',
  'br',
  'gzip;q=0',
  'gzip; q=0.0, *',
  'gzipped',
  'x-gzip',
  'gzip;q=nonsense',
  `${'a,'.repeat(300)}gzip`,
])('and as it is to any other: %s', (accepted) => {
  const { headers, body } = file.replyTo(accepted)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers['vary']).toBe('Accept-Encoding')
  expect(body.toString()).toBe(TEXT)
})

test('a file that does not get shorter is the same for everybody', () => {
  const { headers, body } = packAsset('image/svg+xml', '<svg/>').replyTo('gzip')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('vary')
  expect(body.toString()).toBe('<svg/>')
})
