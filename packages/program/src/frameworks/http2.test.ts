import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, createServer, type Http2Server, type Http2ServerRequest } from 'node:http2'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type TestProgram, testProgram } from '../../testing/program.ts'
import { signedInHeaders } from '../testing/index.ts'
import { fastifySso } from './fastify.ts'
import { citizenOrAnswer, nodeSso } from './node.ts'

let closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

const listening = async (server: Http2Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const APPS: readonly (readonly [string, (program: TestProgram) => Promise<string>])[] = [
  [
    'node:http2',
    async (program) => {
      const answer = nodeSso(program.sso)
      // The compatible objects of node:http2 are used as those of node:http.
      const handle = async (req: IncomingMessage, res: ServerResponse) => {
        if (await answer(req, res)) return
        const citizen = await citizenOrAnswer(program.sso, req, res, { acceptTicket: true })
        if (citizen) res.end(JSON.stringify({ id: citizen.accountId }))
      }
      return listening(
        createServer((req, res) => {
          void handle(req as Http2ServerRequest & IncomingMessage, res as unknown as ServerResponse)
        }),
      )
    },
  ],
  [
    'Fastify({ http2: true })',
    async (program) => {
      const app = Fastify({ http2: true })
      const plugin = fastifySso(program.sso)
      await app.register(plugin as never)
      app.get('/api/me', { preHandler: app.requireCitizen as never }, async (request) => ({
        id: request.citizen?.accountId,
      }))
      closing.push(() => app.close())
      return app.listen({ port: 0, host: '127.0.0.1' })
    },
  ],
]

const send = async (origin: string, headers: Record<string, string>, body?: string) => {
  const session = connect(origin)
  const stream = session.request(headers)
  const answered = new Promise<number>((resolve, reject) => {
    stream.on('response', ({ ':status': status }) => resolve(Number(status)))
    stream.on('error', reject)
  })
  stream.end(body)
  stream.setEncoding('utf8')
  let text = ''
  for await (const chunk of stream) text += chunk
  const status = await answered
  await new Promise<void>((resolve) => session.close(resolve))
  return { status, body: JSON.parse(text) as unknown }
}

test.each(APPS)('a sign-in begins and a citizen is known over HTTP/2, with %s', async (_name, start) => {
  const program = testProgram()
  const origin = await start(program)
  const post = { ':method': 'POST', 'content-type': 'application/json' }
  const body = JSON.stringify({
    return_uri: 'https://permits.example.test/signed-in',
    code_challenge: 'A'.repeat(43),
  })
  const begun = await send(origin, { ...post, ':path': '/api/v1/sso/begin/' }, body)
  expect(begun).toMatchObject({ status: 200, body: { authorization_url: expect.any(String) } })
  const config = await send(origin, { ':method': 'GET', ':path': '/api/v1/sso/config/' })
  expect(config.status).toBe(200)
  const me = { ':method': 'GET', ':path': '/api/me' }
  expect(await send(origin, me)).toMatchObject({ status: 401, body: { code: 'missing_token' } })
  const { authorization } = await signedInHeaders(program.sso, program.identity)
  expect(await send(origin, { ...me, authorization })).toEqual({
    ...{ status: 200, body: { id: 'account-1' } },
  })
})
