import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, fastifyApp, PARSED, UNPARSED } from '../../testing/framework-apps.ts'
import { testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'

afterEach(closeServers)

const GOOD = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
const post = (url: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? null,
  })
const codeOf = async (answer: Response) =>
  `${answer.status} ${((await answer.json()) as { code?: string }).code ?? 'ok'}`

/** Writes until a response arrives. Returns the status, and how much was written. */
function writeForEver(base: string): Promise<{ status: number | undefined; written: number }> {
  return new Promise((resolve, reject) => {
    let written = 0
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const asked: ClientRequest = request(`${base}/api/v1/sso/begin/`, { method: 'POST', headers })
    const chunk = Buffer.alloc(65_536, 'x')
    const more = () => {
      while (!asked.destroyed && asked.write(chunk)) written += chunk.length
    }
    asked.on('drain', more)
    asked.once('error', reject)
    asked.once('response', (answer: IncomingMessage) => {
      // From here on, an error of the connection does not matter.
      asked.removeAllListeners('error').on('error', () => undefined)
      answer.on('error', () => undefined).resume()
      asked.destroy()
      resolve({ status: answer.statusCode, written })
    })
    asked.write('{"return_uri":"')
    more()
  })
}

/** Continues to write after the response, and resolves when the server closes the connection. */
function writeUntilHungUp(base: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const asked = request(`${base}/api/v1/sso/begin/`, { method: 'POST', headers })
    const chunk = Buffer.alloc(65_536, 'x')
    const more = () => {
      while (!asked.destroyed && asked.write(chunk));
    }
    asked.on('error', () => undefined).on('drain', more)
    asked.on('response', (answer: IncomingMessage) => answer.on('error', () => undefined).resume())
    asked.once('socket', (socket) => socket.once('close', () => resolve()))
    more()
  })
}

describe.each(UNPARSED)('%s', (_name, start) => {
  // proves: program-8-body-8-kib
  test('closes the connection if the body continues after the refusal', async () => {
    await expect(writeUntilHungUp(await start(testProgram()))).resolves.toBeUndefined()
  })

  // proves: program-8-body-8-kib
  test('refuses a body without end while it is still being sent', async () => {
    const { status } = await writeForEver(await start(testProgram()))
    expect(status).toBe(400)
  })

  test('handles the next request on the connection of a request that was refused for its length', async () => {
    const base = await start(testProgram())
    expect(await codeOf(await post(`${base}/api/v1/sso/begin/`, 'x'.repeat(100_000)))).toBe(
      '400 body_too_large',
    )
    expect((await post(`${base}/api/v1/sso/begin/`, JSON.stringify(GOOD))).status).toBe(200)
  })

  test('does not read the body of a request that is not ours', async () => {
    const base = await start(testProgram())
    const body = JSON.stringify({ hello: 'x'.repeat(70_000) })
    expect(await (await post(`${base}/api/echo`, body)).text()).toBe(body)
  })

  // proves: program-4.2-400-bad-input
  test.each<[string, RequestInit['body'], Record<string, string>, string]>([
    ['a name that stands twice', '{"return_uri":"x","return_uri":"y"}', {}, '400 invalid_json'],
    ['a name spelled in two ways', `{"link":false,"l\\u0069nk":false}`, {}, '400 invalid_json'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), {}, '400 invalid_json'],
    [
      'a compressed body',
      Uint8Array.from(gzipSync(JSON.stringify(GOOD))),
      { 'content-encoding': 'gzip' },
      '400 invalid_json',
    ],
    [
      'a body that only says it is compressed',
      JSON.stringify(GOOD),
      { 'content-encoding': 'br' },
      '400 invalid_json',
    ],
    ['a form', 'return_uri=x', { 'content-type': 'application/x-www-form-urlencoded' }, '400 invalid_json'],
    ['a text', JSON.stringify(GOOD), { 'content-type': 'text/plain' }, '400 invalid_json'],
    ['no body', '', {}, '400 invalid_json'],
  ])('refuses %s', async (_what, body, headers, expected) => {
    const base = await start(testProgram())
    expect(await codeOf(await post(`${base}/api/v1/sso/begin/`, body, headers))).toBe(expected)
  })

  test.each(['begin/', 'begin'])('answers at %s', async (path) => {
    const base = await start(testProgram())
    expect((await post(`${base}/api/v1/sso/${path}`, JSON.stringify(GOOD))).status).toBe(200)
  })
})

describe.each(PARSED)('%s', (_name, start) => {
  // proves: program-4.2-400-bad-input
  test.each<[string, RequestInit['body'], Record<string, string>]>([
    ['a compressed body', Uint8Array.from(gzipSync(JSON.stringify(GOOD))), { 'content-encoding': 'gzip' }],
    ['a form', 'return_uri=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['more than 8 KiB', JSON.stringify({ ...GOOD, code_challenge: 'A'.repeat(9000) }), {}],
  ])('refuses %s', async (_what, body, headers) => {
    const base = await start(testProgram())
    expect((await post(`${base}/api/v1/sso/begin/`, body, headers)).status).toBe(400)
  })

  test.each(['begin/', 'begin'])('answers at %s', async (path) => {
    const base = await start(testProgram())
    expect((await post(`${base}/api/v1/sso/${path}`, JSON.stringify(GOOD))).status).toBe(200)
  })
})

describe('a program whose address has a path', () => {
  const underPath = () => {
    const program = testProgram()
    const own = { baseUrl: 'https://example.test/permits', returnUris: [GOOD.return_uri] }
    return { ...program, sso: createProgramSso({ ...program.config, program: own }) }
  }

  test.each(UNPARSED)('answers under it and without it: %s', async (_name, start) => {
    const base = await start(underPath())
    for (const path of ['/permits/api/v1/sso/begin/', '/permits/api/v1/sso/begin', '/api/v1/sso/begin/']) {
      const answer = await post(`${base}${path}`, JSON.stringify(GOOD))
      const { authorization_url: url } = (await answer.json()) as { authorization_url: string }
      expect(new URL(url).searchParams.get('redirect_uri')).toBe(
        'https://example.test/permits/api/v1/sso/callback/',
      )
    }
    expect((await fetch(`${base}/other/api/v1/sso/config/`)).status).toBe(404)
  })

  test.each([
    ['of the same name', underPath],
    ['of another name, which a proxy adds', testProgram],
  ])('answers under a prefix of Fastify %s', async (_name, make) => {
    const base = await fastifyApp('/permits')(make())
    expect((await post(`${base}/permits/api/v1/sso/begin/`, JSON.stringify(GOOD))).status).toBe(200)
    expect((await post(`${base}/permits/api/v1/sso/begin`, JSON.stringify(GOOD))).status).toBe(200)
    expect((await fetch(`${base}/permits/api/v1/sso/nothing/`)).status).toBe(404)
    expect((await fetch(`${base}/api/me`)).status).toBe(401)
  })
})
