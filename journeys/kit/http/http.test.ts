import { expect, test } from 'vitest'
import { bytesOf, formRequest, jsonRequest } from './request.ts'
import { readResponse } from './response.ts'

const WHOLE = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nwait'

const read = (text: string) => readResponse(Buffer.from(text))

test('a response is read when it is whole, and not before, however it is cut', () => {
  for (let length = 0; length < WHOLE.length; length += 1)
    expect(read(WHOLE.slice(0, length)), `${length} bytes`).toBeUndefined()
  expect(read(WHOLE)?.response).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7', 'content-length': '4' },
    body: 'wait',
  })
})

test('what follows a response stays for the next one', () => {
  expect(read(`${WHOLE}HTTP/1.1 200 OK`)?.length).toBe(WHOLE.length)
})

test('a response without a body is whole with its headers', () => {
  expect(read('HTTP/1.1 303 See Other\r\nLocation: /\r\n\r\n')?.response.status).toBe(303)
})

test.each([
  ['chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello'],
  ['a redirect in chunks', 'HTTP/1.1 303 See Other\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['without a length', 'HTTP/1.1 200 OK\r\n\r\nhello'],
])('a response whose end cannot be known is refused, not guessed: %s', (_name, text) => {
  expect(() => read(text)).toThrow('Content-Length')
})

test('a length that only a body speaks of does not count', () => {
  const body = '\r\ncontent-length: 900\r\n'
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  expect(read(text)?.length).toBe(text.length)
})

test('the length of a request counts bytes, not letters', () => {
  expect(bytesOf(jsonRequest('/', { name: 'ä' }), 1).toString()).toContain('content-length: 13\r\n')
  expect(bytesOf(formRequest('/', { name: 'ä' }), 1).toString()).toMatch(/\r\n\r\nname=%C3%A4$/)
})
