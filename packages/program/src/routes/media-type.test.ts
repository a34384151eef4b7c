import { expect, test } from 'vitest'
import { BASE, outcome, testProgram } from '../../testing/program.ts'

const begin = async (type: string | null) => {
  const body = JSON.stringify({ return_uri: `${BASE}/signed-in`, code_challenge: 'A'.repeat(43) })
  const request = new Request(`${BASE}/api/v1/sso/begin/`, {
    method: 'POST',
    // Bytes get no type of their own.
    body: new TextEncoder().encode(body),
    headers: type === null ? {} : { 'content-type': type },
  })
  return outcome((await testProgram().sso.handle(request)) ?? Response.error())
}

// proves: program-4.2-400-bad-input
test.each([
  'application/json',
  'Application/JSON',
  'application/json;',
  'application/json ; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json; charset=us-ascii',
  'application/json; profile="a;b"; v=1',
])('a body of the type %j is read', async (type) => {
  expect(await begin(type)).toBe('200')
})

// proves: program-4.2-400-bad-input
test.each([
  null,
  '',
  'text/plain',
  'application/json charset=utf-8',
  'application/json; charset',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8',
  'application/json; charset=utf-8; charset=latin1',
  'application/json, text/plain',
  'application/jsonp',
])('a body of the type %j is refused (RFC 9110 section 5.6.6)', async (type) => {
  expect(await begin(type)).toBe('400 invalid_json')
})
