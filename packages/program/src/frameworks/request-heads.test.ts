import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, PARSED, UNPARSED } from '../../testing/framework-apps.ts'
import { testProgram } from '../../testing/program.ts'
import { methodForRequest } from './request-head.ts'

afterEach(closeServers)

/** Sends this request as it is. Gives the status and all that came. */
async function ask(base: string, line: string, headers: readonly string[] = []) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const lines = [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', '']
  socket.write(Buffer.from(lines.join('\r\n'), 'latin1'))
  await once(socket, 'close')
  return { status: Number(text.slice(9, 12)), text }
}

describe.each([...UNPARSED, ...PARSED])('%s', (_name, start) => {
  // proves: threat-forbidden-methods
  test('answers TRACE, of which fetch makes no Request, with 405 and Allow (RFC 9110 section 15.5.6)', async () => {
    const base = await start(testProgram())
    for (const [path, allow] of [
      ['config/', 'GET, HEAD'],
      ['begin/', 'POST'],
    ]) {
      const answer = await ask(base, `TRACE /api/v1/sso/${path}`)
      expect([answer.status, /\r\nallow: ([^\r]*)/i.exec(answer.text)?.[1]]).toEqual([405, allow])
      expect(answer.text).toContain('"code":"method_not_allowed"')
    }
    expect((await ask(base, 'TRACE /api/v1/sso/nothing/')).status).toBe(404)
  })

  // proves: threat-dropped-headers
  test('refuses a thousand headers with 431: those that follow might be missing', async () => {
    const base = await start(testProgram())
    const most = Array<string>(990).fill('a:')
    expect((await ask(base, 'GET /api/v1/sso/config/', most)).status).toBe(200)
    const more = Array<string>(1_000).fill('a:')
    expect((await ask(base, 'GET /api/v1/sso/config/', more)).status).toBe(431)
    expect((await ask(base, 'GET /elsewhere', more)).status).toBe(404)
  })

  // proves: threat-malformed-input
  test.each([
    'GET /api/v1/sso/callback/?state=%ff%zz&code=%00',
    'GET http://evil.example.test/api/v1/sso/config/',
    'GET //api/v1/sso/config/',
    'GET /\\evil/api/v1/sso/config/',
    'OPTIONS *',
    'GET :99999/api/v1/sso/config/',
  ])('%s is no fault of ours', async (line) => {
    const { status } = await ask(await start(testProgram()), line, ['Referer: \xff\x80'])
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
  })
})

// proves: threat-forbidden-methods
test.each(['TRACE', 'TRACK', 'CONNECT', 'connect'])(
  '%s becomes a method that a Request may have',
  (method) => {
    const ask = (as: string) => new Request('http://localhost/', { method: as })
    expect(() => ask(method)).toThrow(TypeError)
    expect(ask(methodForRequest(method)).method).toBe('FORBIDDEN')
  },
)
