import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { closeLater, closeServers, listen } from '../../testing/framework-apps.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'
import { requireCitizen, requireRecentSignIn } from './express.ts'
import { fastifySso } from './fastify.ts'
import { requireCitizen as requireHonoCitizen } from './hono.ts'
import { CitizenGuard, SsoModule } from './nest.ts'
import { nextSso } from './next.ts'
import { citizenOrAnswer } from './node.ts'

afterEach(closeServers)

type Open = (url: string, init: RequestInit) => Promise<Response>
type Start = (program: TestProgram) => Promise<Open>

/** A stream that has begun and never ends by itself. */
const endless = () => new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from('first')) }))
const endlessOfNode = () => {
  const stream = new Readable({ read: () => undefined })
  stream.push('first')
  return stream
}
const at =
  (base: string): Open =>
  (path, init) =>
    fetch(base + path, init)

const startHono = (program: TestProgram) => {
  const app = new Hono()
  app.get('/long', requireHonoCitizen(program.sso), endless)
  app.get('/waiting', requireHonoCitizen(program.sso), () => new Promise<Response>(() => undefined))
  return app
}

@Controller()
class Pages {
  @Get('long')
  @UseGuards(CitizenGuard)
  long() {
    return endlessOfNode()
  }
}

const startNest =
  (adapter: () => ExpressAdapter | FastifyAdapter): Start =>
  async ({ sso }) => {
    @Module({ imports: [SsoModule.forRoot(sso)], controllers: [Pages] })
    class Program {}
    const app = await NestFactory.create(Program, adapter(), { logger: false, forceCloseConnections: true })
    await app.listen(0, '127.0.0.1')
    closeLater(() => app.close())
    return at((await app.getUrl()).replace('[::1]', '127.0.0.1'))
  }

const startExpress =
  (guard: (program: TestProgram) => ReturnType<typeof requireCitizen>): Start =>
  async (program) => {
    const app = express()
    app.get('/long', guard(program), (_req, res) => void res.write('first'))
    app.get('/waiting', guard(program), () => undefined)
    return at(await listen(app))
  }

const FRAMEWORKS: readonly (readonly [string, Start])[] = [
  ['Express', startExpress(({ sso }) => requireCitizen(sso))],
  [
    'Express, with a recent sign-in',
    startExpress(({ sso }) => requireRecentSignIn(sso, { withinSeconds: 600 })),
  ],
  [
    'Fastify',
    async ({ sso }) => {
      const app = Fastify({ forceCloseConnections: true })
      await app.register(fastifySso(sso))
      app.get('/long', { preHandler: app.requireCitizen }, async () => endlessOfNode())
      closeLater(() => app.close())
      return at(await app.listen({ port: 0, host: '127.0.0.1' }))
    },
  ],
  [
    'Hono on Node',
    (program) =>
      new Promise((resolve) => {
        const server = serve(
          { fetch: startHono(program).fetch, port: 0, hostname: '127.0.0.1' },
          ({ port }) => resolve(at(`http://127.0.0.1:${port}`)),
        )
        closeLater(async () => server.close())
      }),
  ],
  ['Hono elsewhere', async (program) => async (path, init) => startHono(program).request(path, init)],
  ['Nest on Express', startNest(() => new ExpressAdapter())],
  ['Nest on Fastify', startNest(() => new FastifyAdapter())],
  [
    'Next.js',
    async ({ sso }) => {
      const parts = { headers: async () => new Headers(), redirect: (): never => expect.unreachable() }
      const route = nextSso(() => sso, parts).withCitizen(endless)
      return (path, init) => route(new Request(BASE + path, init), null)
    },
  ],
  [
    'node:http',
    async ({ sso }) =>
      at(
        await listen((req, res) => {
          void citizenOrAnswer(sso, req, res).then((citizen) => citizen && res.write('first'))
        }),
      ),
  ],
]

/** A citizen whose session was checked 20 seconds ago. */
async function signedIn(start: Start) {
  const program = testProgram()
  const { subject } = program.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken } = await signInThrough(program.sso, program.identity, { subject })
  const open = await start(program)
  const headers = { authorization: `Bearer ${accessToken}` }
  await program.clock.advance(20_000)
  return { program, subject, open: (path: string) => open(path, { headers }) }
}

/** What the time does to an open answer: in steps, because each look takes a moment. */
async function after(seconds: number, { clock }: TestProgram, answer: Response): Promise<'open' | 'ended'> {
  let state: 'open' | 'ended' = 'open'
  const end = () => void (state = 'ended')
  answer.text().then(end, end)
  for (let steps = 0; steps < seconds; steps += 1) {
    await clock.advance(1000)
    // The end of a connection takes some turns of the event loop to arrive.
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
  }
  return state
}

// proves: program-long-answers
describe.each(FRAMEWORKS)('a long answer of %s', (_name, start) => {
  test.each(['500', 'timeout'] as const)(
    'ends 30 seconds after the last check, in an outage of the kind %s',
    async (kind) => {
      const { program, open } = await signedIn(start)
      const answer = await open('/long')
      expect(answer.status).toBe(200)
      program.identity.outage(kind)
      expect(await after(10, program, answer)).toBe('ended')
    },
  )

  test('ends when the central session has ended, and goes on while it lives', async () => {
    const { program, open, subject } = await signedIn(start)
    expect(await after(70, program, await open('/long'))).toBe('open')
    const answer = await open('/long')
    program.identity.endCentralSession(subject)
    expect(await after(30, program, answer)).toBe('ended')
  })
})

// proves: program-long-answers
describe('an answer that has not begun', () => {
  test('of Express breaks off', async () => {
    const { program, open } = await signedIn(startExpress(({ sso }) => requireCitizen(sso)))
    const asked = open('/waiting').catch(() => 'broken')
    program.identity.outage('500')
    await expect
      .poll(async () => (await program.clock.advance(1000), Promise.race([asked, 'open'])))
      .toBe('broken')
  })

  test('of Hono elsewhere is the refusal', async () => {
    const { program, open, subject } = await signedIn(
      async (one) => async (path, init) => startHono(one).request(path, init),
    )
    const asked = open('/waiting')
    program.identity.endCentralSession(subject)
    await after(10, program, new Response(null))
    const answer = await asked
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'session_ended' }),
    ])
  })
})

// proves: program-long-answers
test('a program that ends the answer itself is not cut off before its last words', async () => {
  const { program, open, subject } = await signedIn(async ({ sso }) => {
    const app = express()
    app.get('/own', requireCitizen(sso), async (req, res) => {
      res.write('first ')
      await sso.whenRefused(req, new AbortController().signal)
      res.end('last')
    })
    return at(await listen(app))
  })
  const answer = await open('/own')
  const text = answer.text()
  program.identity.endCentralSession(subject)
  await after(30, program, new Response(null))
  expect(await text).toBe('first last')
})
