import { expect, test } from 'vitest'
import { queueOf } from './queue.ts'

const shot = (request: string) => ({ request, status: 200, contains: '' })

test('requests that can be sent once only are sent once', () => {
  const queue = queueOf({ kind: 'once', shots: [shot('a'), shot('b')] })
  expect([queue.next()?.request, queue.next()?.request, queue.next()]).toEqual(['a', 'b', undefined])
})

test('a cycle begins again', () => {
  const queue = queueOf({ kind: 'cycle', shots: [shot('a'), shot('b')] })
  expect([1, 2, 3].map(() => queue.next()?.request)).toEqual(['a', 'b', 'a'])
})

test('a refresh token is spent once, and its successor comes from the answer', () => {
  const queue = queueOf({ kind: 'chain', firstTokens: ['one'], head: 'POST / HTTP/1.1\r\n' })
  const first = queue.next()
  expect(first?.request).toContain('refresh_token=one')
  expect(queue.next()).toBeUndefined()
  first?.onAnswer?.('{"access_token":"x","refresh_token":"two"}')
  expect(queue.next()?.request).toContain('refresh_token=two')
})

test('a chain whose answer brings no token ends', () => {
  const queue = queueOf({ kind: 'chain', firstTokens: ['one'], head: '' })
  queue.next()?.onAnswer?.('{"error":"invalid_grant"}')
  expect(queue.next()).toBeUndefined()
})
