import { expect, test } from 'vitest'
import { form, jsonShot, loaded, readAnswer } from './salvo.ts'

const ANSWER = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nwait'

test('an answer is read when it is whole, and not before', () => {
  const bytes = Buffer.from(`${ANSWER}HTTP/1.1 200 OK`)
  for (let length = 0; length < ANSWER.length; length += 1)
    expect(readAnswer(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined()
  expect(readAnswer(bytes)).toEqual({
    hit: { status: 429, headers: { 'retry-after': '7', 'content-length': '4' }, body: 'wait' },
    length: ANSWER.length,
  })
})

test('an answer without a body is whole with its headers', () => {
  expect(readAnswer(Buffer.from('HTTP/1.1 303 See Other\r\nLocation: /\r\n\r\n'))?.hit.status).toBe(303)
})

test('a chunked answer is refused, not misread', () => {
  const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
  expect(() => readAnswer(chunked)).toThrow('chunked')
})

test('the length of a request counts bytes, not letters', () => {
  expect(loaded(jsonShot('/', { name: 'ä' })).toString()).toContain('content-length: 13\r\n')
  expect(loaded(form('/', { name: 'ä' })).toString()).toMatch(/\r\n\r\nname=%C3%A4$/)
})
