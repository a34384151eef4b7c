import { expect, test } from 'vitest'
import { HttpResponse } from '../../../journeys/kit/http/response.ts'
import type { Load, Script } from './plan.ts'
import { scriptsOf } from './scripts.ts'

const request = (path: string) => ({ method: 'GET', path, headers: {}, status: 200, contains: '' }) as const
const client = { clientId: 'c', redirectUri: 'https://permits.example.test/', basic: 'Basic x' }
const chain: Load = { kind: 'chain', client, refreshTokens: ['one'] }
const response = (body: string) => new HttpResponse('HTTP/1.1 200 OK\r\n\r\n', body)

/** What a script sends next, by path or body, after a response. */
function next(script: Script, body = ''): string | undefined {
  const { value } = script.next(response(body))
  return value ? (value.body ?? value.path) : undefined
}

test('requests that can be sent once only are sent once, whoever sends them', () => {
  const scripts = scriptsOf({ kind: 'once', requests: [request('a'), request('b')] })
  const [first, second] = [scripts(), scripts()]
  expect([next(first), next(second), next(first), next(second)]).toEqual(['a', 'b', undefined, undefined])
})

test('a cycle begins again', () => {
  const script = scriptsOf({ kind: 'cycle', requests: [request('a'), request('b')] })()
  expect([next(script), next(script), next(script)]).toEqual(['a', 'b', 'a'])
})

test('a refresh token is spent once, and its successor comes from the response', () => {
  const scripts = scriptsOf(chain)
  const first = scripts()
  expect(next(first)).toContain('refresh_token=one')
  expect(next(scripts()), 'another connection finds none').toBeUndefined()
  expect(next(first, '{"access_token":"x","refresh_token":"two"}')).toContain('refresh_token=two')
})

test('a chain whose response brings no token ends', () => {
  const script = scriptsOf(chain)()
  next(script)
  expect(next(script, '{"error":"invalid_grant"}')).toBeUndefined()
})
