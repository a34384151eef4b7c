import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBasicCredentials } from './basic-credentials.ts'

const header = (pair: string, scheme = 'Basic') => `${scheme} ${Buffer.from(pair).toString('base64')}`
const word = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))

// proves: design-7.23-basic-decoding, rfc6749-2.3.1-basic-form-encoded
test('what a client form-encodes is read back (RFC 6749 section 2.3.1)', () => {
  fc.assert(
    fc.property(word, word, (clientId, clientSecret) => {
      const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
      expect(readBasicCredentials(header(`${encode(clientId)}:${encode(clientSecret)}`))).toEqual({
        clientId,
        clientSecret,
      })
    }),
  )
})

test('letters and digits are the same however they are written', () => {
  for (const pair of ['abc:XYZ9', '%61bc:XYZ%39', 'ab%63:%58YZ9']) {
    expect(readBasicCredentials(header(pair))).toEqual({ clientId: 'abc', clientSecret: 'XYZ9' })
  }
})

// proves: design-7.23-basic-decoding
test('the first colon divides (RFC 7617 section 2)', () => {
  expect(readBasicCredentials(header('id:a:b:'))).toEqual({ clientId: 'id', clientSecret: 'a:b:' })
})

test('the scheme is known in any case (RFC 9110 section 11.1)', () => {
  for (const scheme of ['basic', 'BASIC', 'bAsIc', 'Basic ']) {
    expect(readBasicCredentials(header('id:secret', scheme))).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
    })
  }
})

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['the scheme alone', 'Basic'],
  ['the scheme and a space', 'Basic '],
  ['another scheme', header('id:secret', 'Bearer')],
  ['no scheme', header('id:secret').slice(6)],
  ['something after it', `${header('id:secret')} x`],
  ['two headers in one', `${header('id:secret')}, ${header('id:secret')}`],
  ['base64url', 'Basic aWQ6_-8='],
  ['white space within', 'Basic aWQ6 c2Vj'],
  ['no colon', header('idsecret')],
  ['an empty id', header(':secret')],
  ['an empty secret', header('id:')],
  ['only a colon', header(':')],
  ['broken percent-encoding', header('id:%zz')],
  ['a percent sign alone', header('id:100%')],
  ['a NUL in the id', header('i%00d:secret')],
])('%s is nothing', (_name, given) => {
  expect(readBasicCredentials(given)).toBeUndefined()
})

test('never throws, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }).map((pair) => header(pair)),
      ),
      (given) => {
        expect(['object', 'undefined']).toContain(typeof readBasicCredentials(given))
      },
    ),
    { numRuns: 1000 },
  )
})
