import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProgram, type TestClient } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let program: TestClient
beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

/** The reason and the client of the last answer, as the log has them. */
async function loggedFor(answer: Promise<unknown>): Promise<readonly unknown[]> {
  await answer
  const fields = JSON.parse(service.logLines.at(-1) ?? '') as Record<string, unknown>
  return [fields['portico.reason'], fields['portico.client_id']]
}

/** The page about the error of the last answer, as the log has it. */
async function pageFor(answer: Promise<unknown>): Promise<unknown> {
  await answer
  return (JSON.parse(service.logLines.at(-1) ?? '') as Record<string, unknown>)['portico.page']
}
const ask = (changes: Record<string, string>) =>
  service.browser().get(authorizeAddress(newAttempt(program, changes)), { follow: false })
const post = (path: string, form: Record<string, string>, authorization = program.basic) =>
  fetch(new URL(path, service.baseUrl), {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  })

test.each([
  [{ redirect_uri: 'https://program.example/elsewhere' }, 'invalid-redirect'],
  [{ redirect_uri: '' }, 'missing-redirect'],
  [{ nonce: '' }, 'missing-nonce'],
  [{ code_challenge: '' }, 'missing-code-challenge'],
  [{ response_type: 'token' }, 'response-type'],
  [{ prompt: 'none' }, 'login-required'],
])('a request with %o is refused, and the log has the reason and the client', async (changes, reason) => {
  expect(await loggedFor(ask(changes))).toEqual([reason, program.clientId])
})

test.each([
  ['AnotherClient00000000000', 'AnotherClient00000000000'],
  ['pcs_looks-like-a-secret', undefined],
  ['alphanumericPassword1', undefined],
  ['a'.repeat(25), undefined],
  ['line\nbreak', undefined],
])('of the unknown client %j the log has %j', async (client_id, logged) => {
  expect(await loggedFor(ask({ client_id }))).toEqual(['invalid-client', logged])
})

test.each([
  ['/o/token/', { grant_type: 'password' }, 'unsupported-grant-type'],
  ['/o/token/', { grant_type: 'authorization_code' }, 'missing-code'],
  ['/o/token/', { grant_type: 'refresh_token', refresh_token: 'prt_unknown' }, 'unknown-refresh-token'],
  ['/o/revoke/', {}, 'missing-token'],
  ['/api/integrations/introspect/', {}, 'Send one form parameter named token.'],
])('%s with %o: the log has the reason and the client', async (path, form, reason) => {
  expect(await loggedFor(post(path, form))).toEqual([reason, program.clientId])
})

test.each([
  ['/o/token/', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['/o/token/', { grant_type: 'refresh_token', refresh_token: 'prt_unknown' }, 'invalid_grant'],
  ['/o/revoke/', {}, 'invalid_request'],
  ['/api/integrations/introspect/', {}, 'invalid_request'],
])('%s with %o names the page about %s in the answer and in the log', async (path, form, error) => {
  const answer = await post(path, form)
  const body = (await answer.json()) as Record<string, string>
  expect(body['error']).toBe(error)
  expect(body['error_description']).toMatch(new RegExp(` See docs/errors/${error}$`))
  expect(await pageFor(Promise.resolve())).toBe(`docs/errors/${error}`)
})

test('a program that is sent a fault by the browser reads its page there, and the log names it', async () => {
  const answer = await ask({ prompt: 'none' })
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  expect(searchParams.get('error_description')).toMatch(/ See docs\/errors\/login_required$/)
  expect(await pageFor(Promise.resolve())).toBe('docs/errors/login_required')
})

test('an answer that refuses nothing names no page', async () => {
  expect(await pageFor(fetch(new URL('/api/health/', service.baseUrl)))).toBeUndefined()
})

test.each(['/o/token/', '/o/revoke/', '/api/integrations/introspect/'])(
  '%s: the log has the client that does not prove itself, and not its secret',
  async (path) => {
    const secret = 'a-secret-that-is-wrong'
    const wrong = `Basic ${btoa(`${program.clientId}:${secret}`)}`
    expect(await loggedFor(post(path, {}, wrong))).toEqual(['invalid-client', program.clientId])
    const turned = `Basic ${btoa(`${secret}:${program.clientId}`)}`
    expect(await loggedFor(post(path, {}, turned))).toEqual(['invalid-client', undefined])
    expect(service.logLines.join('\n')).not.toContain(secret)
  },
)

test('userinfo without a token, and with another one', async () => {
  const get = (headers: Record<string, string>) =>
    fetch(new URL('/o/userinfo/', service.baseUrl), { headers })
  expect(await loggedFor(get({}))).toEqual(['no-token', undefined])
  expect(await loggedFor(get({ authorization: 'Bearer pat_unknown' }))).toEqual(['invalid-token', undefined])
})
