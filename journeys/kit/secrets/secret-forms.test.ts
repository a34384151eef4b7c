import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { finderOf, formsOf } from './secret-forms.ts'

const secret = { name: 'password', text: 'a secret that nobody may keep' }
const raw = Buffer.from('00112233445566778899aabbccddeeff0123456789', 'hex')
const find = finderOf([...formsOf(secret), ...formsOf({ name: 'token', text: 'pat_text-of-a-token', raw })])

const bytes = Buffer.from(secret.text)

describe('a secret is found', () => {
  test.each([
    ['in clear', bytes],
    ['in hex', Buffer.from(bytes.toString('hex'))],
    ['in upper-case hex', Buffer.from(bytes.toString('hex').toUpperCase())],
    ['in base64', Buffer.from(bytes.toString('base64'))],
    ['in base64 behind one byte', Buffer.from(Buffer.concat([Buffer.from('x'), bytes]).toString('base64'))],
    [
      'in base64url behind two bytes',
      Buffer.from(Buffer.concat([Buffer.from('xy'), bytes]).toString('base64url')),
    ],
    ['percent-encoded', Buffer.from(encodeURIComponent(secret.text))],
    ['as the bytes that its text stands for', raw],
    ['as hex of those bytes', Buffer.from(raw.toString('hex'))],
    ['as base64url of those bytes', Buffer.from(raw.toString('base64url'))],
  ])('%s', (_form, form) => {
    expect(find(form)).not.toEqual([])
    expect(find(Buffer.concat([randomBytes(500), form, randomBytes(500)]))).not.toEqual([])
  })
})

describe('nothing is found', () => {
  test.each([
    ['in noise', Buffer.alloc(5_000, 'nothing to see here ')],
    ['where all but the last letter is there', Buffer.from(secret.text.slice(0, -1))],
    ['in nothing', Buffer.alloc(0)],
  ])('%s', (_place, data) => {
    expect(find(data)).toEqual([])
  })
})

test('what is found is named, and not repeated', () => {
  expect(find(Buffer.from(`${secret.text} ${secret.text}`))).toEqual(['password (text)'])
})
