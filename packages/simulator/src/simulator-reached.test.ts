// Takes over 10 s: the simulator starts, and each start that is refused is a process that loads the service.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runPortico } from '../../../journeys/kit/identity-process.ts'
import { openSimulator, postJson, type Simulator } from '../../../journeys/simulator.ts'
import { TestBrowser } from '../../identity/testing/test-browser.ts'

/** Nobody but the developer at this machine reaches the simulator. What it is for is tested in `simulator.test.ts`. */
let simulator: Simulator

beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(async () => {
  await simulator?.close()
})

// proves: threat-simulator-reached
test('the client may redirect to any address of this machine, and to no other', async () => {
  const browser = new TestBrowser(simulator.url)
  const ask = async (redirectUri: string) => {
    const parameters = new URLSearchParams({ client_id: simulator.client_id, redirect_uri: redirectUri })
    const answer = await browser.get(`${simulator.url}/o/authorize/?${parameters}`, { follow: false })
    return [answer.status, answer.location?.split('?')[0]]
  }
  for (const here of [
    'http://localhost:5001/a',
    'http://127.0.0.7/',
    'http://[::1]:99/x',
    'https://localhost/a',
  ])
    expect(await ask(here)).toEqual([302, here])
  for (const elsewhere of [
    'http://localhost.evil.example/a',
    'http://evil.example:80@localhost/a',
    'http://localhost@evil.example/a',
    'https://evil.example/?http://localhost/',
    'http://localhost/a#b',
    'http://localhost/../a',
    'http://192.168.0.1/a',
    'myapp://localhost/a',
  ])
    expect(await ask(elsewhere)).toEqual([400, undefined])
})

// proves: threat-simulator-reached
describe('it refuses', () => {
  /** `fetch` does not send another Host. */
  const statusWith = (headers: Readonly<Record<string, string>>) =>
    new Promise<number>((resolve, reject) => {
      request(`${simulator.url}/dev/state`, { headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .once('error', reject)
        .end()
    })

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: '192.168.0.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
  ])('a request with %j', async (headers) => {
    expect(await statusWith(headers)).toBe(403)
    expect(await statusWith({})).toBe(200)
  })

  test('forms and JSON of other sites', async () => {
    const url = `${simulator.url}/dev/faults`
    const fields = { fault: 'down', for: 'always' }
    const form = new URLSearchParams(fields).toString()
    const type = 'application/x-www-form-urlencoded'
    const send = (body: string, headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers })
    expect((await send(form, { 'content-type': type })).status).toBe(403)
    expect((await send(`${form}&csrf_token=guess`, { 'content-type': type })).status).toBe(403)
    expect((await send(JSON.stringify(fields), { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await postJson(url, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await postJson(url, fields, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(await (await fetch(`${simulator.url}/dev/state`)).json()).toMatchObject({
      faults: { down: 'off' },
    })
  })

  test.each([
    ['faults', { fault: 'no-such', for: 'next' }, '"fault" must be one of'],
    ['faults', { fault: 'down', for: 'ever' }, '"for" must be one of'],
    ['faults', { fault: 'all', for: 'always' }, '"fault" must be one of'],
    ['citizens', { citizen: 'nobody@example.test', action: 'suspend' }, 'no such citizen'],
    ['citizens', { citizen: 'nobody@example.test', action: 'end-sessions' }, 'no such citizen'],
    ['citizens', { citizen: 'nobody@example.test', email: 'new@example.test' }, 'no such citizen'],
    [
      'citizens',
      { citizen: 'ana@example.test', email: 'boris@example.test' },
      'another one has this address',
    ],
    ['citizens', { citizen: 'ana@example.test', email: 'x' }, 'the new address'],
    ['citizens', { citizen: 'ana@example.test', action: 'marry' }, '"action" must be one of'],
    ['time', { forward_seconds: -1 }, 'whole number'],
    ['time', { forward_seconds: 'soon' }, 'whole number'],
    ['time', { program_clock: 'mine' }, 'machine or simulator'],
  ])('the order %s %j', async (path, body, words) => {
    const answer = await postJson(`${simulator.url}/dev/${path}`, body)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(words.replaceAll('"', '\\"'))
  })

  test.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [
      { PORTICO_DATABASE_URL: 'postgres://localhost/real', PORTICO_SECRET_KEY: 'A'.repeat(43) },
      'own database',
    ],
    [{ PORTICO_HOST: '0.0.0.0' }, 'PORTICO_HOST is not on this machine'],
    [{ PORTICO_BASE_URL: 'https://id.example.org', PORTICO_SMTP_URL: 'smtp://a' }, 'PORTICO_BASE_URL'],
    [{ PORTICO_SMTP_URL: 'smtp://mail.example.org' }, 'sends no mail'],
    [{ PORTICO_REDIS_URL: 'redis://localhost' }, 'own counters'],
  ])('to start with %j', async (environment, words) => {
    const { code, output } = await runPortico(['dev', '--port', '0', '--mailbox-port', '0'], environment)
      .ended
    expect([code, output]).toEqual([1, expect.stringContaining(words)])
  })

  test.each([['--port', 'x'], ['--port', '65536'], ['--mailbox-port', '-1'], ['now']])(
    'to start with %s %s',
    async (...args) => {
      expect((await runPortico(['dev', ...args], {}).ended).code).toBe(2)
    },
  )
})
