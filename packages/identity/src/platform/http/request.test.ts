import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { bytesInOrder } from '../random.ts'
import { cookieJar } from './cookies.ts'
import { IncomingRequest, requestIds } from './request.ts'

// proves: threat-quadratic-parsing
test('the Cookie header is parsed once for a request, however many cookies are read', () => {
  let reads = 0
  const headers = {
    get cookie() {
      reads += 1
      return 'a=1; b=2'
    },
  }
  const raw = { url: '/', headers } as unknown as IncomingMessage
  const caller = { address: '192.0.2.1', traceparent: undefined, isPassedOnByStranger: false }
  const http = new IncomingRequest(raw, 'id', caller, {
    cookies: cookieJar('http://localhost'),
    closing: new AbortController().signal,
  })
  expect(['a', 'b', 'c', 'a'].map((name) => http.cookie(name))).toEqual(['1', '2', undefined, '1'])
  expect(reads).toBe(1)
})

test('a request id has letters and digits alone, so whoever types it to a command types no option', () => {
  const first = Buffer.alloc(8, 0xfb)
  const next = requestIds(bytesInOrder(Buffer.concat([first, Buffer.from('a word of a process')])))
  const [one, two] = [next(), next()]
  expect(one).toMatch(/^[A-Za-z0-9]{8}0001$/)
  expect(two).toBe(`${one.slice(0, 8)}0002`)
})
