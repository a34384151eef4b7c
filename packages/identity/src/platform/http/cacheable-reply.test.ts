import { expect, test } from 'vitest'
import { cacheable } from './cacheable-reply.ts'
import { text } from './reply.ts'

test('304 has the headers of the answer that a cache needs: RFC 9110 section 15.4.5', () => {
  const reply = cacheable(text(200, 'words', { headers: { vary: 'Accept-Encoding' } }))
  const { vary, etag, 'cache-control': kept } = reply({ header: () => undefined }).headers
  const { status, headers, body } = reply({ header: () => etag })
  expect([status, body]).toEqual([304, ''])
  expect(headers).toEqual({ vary, etag, 'cache-control': kept })
  expect(vary).toBe('Accept-Encoding')
})
