import { expect, test } from 'vitest'
import { readAnswer } from './answer.ts'

const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\nDate: now\r\n\r\n{"active":true}'

test('an answer is read only when it is whole, however it is cut', () => {
  for (let length = 0; length < whole.length; length += 1)
    expect(readAnswer(whole.slice(0, length))).toBeUndefined()
  expect(readAnswer(whole)?.answer.status).toBe(200)
})

test('what follows an answer stays for the next one', () => {
  expect(readAnswer(`${whole}HTTP/1.1 401`)?.length).toBe(whole.length)
})

test('an answer whose end cannot be known is refused, not guessed', () => {
  expect(() => readAnswer('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello')).toThrow(
    'Content-Length',
  )
})

test('a length that only a body speaks of does not count', () => {
  const body = '\r\ncontent-length: 900\r\n'
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  expect(readAnswer(answer)?.length).toBe(answer.length)
})
