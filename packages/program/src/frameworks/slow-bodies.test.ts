// Takes over 10 s: each case starts a server with each framework, and its clock moves second by second, 20 ms apart.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, listen, UNPARSED } from '../../testing/framework-apps.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { discardRest } from './request-body.ts'

afterEach(closeServers)

/** The first part of a POST with a longer Content-Length. */
const HEAD = (path: string, length = 400) =>
  `POST /api/v1/sso/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** What a connection has received, and when it is closed. */
interface Caller {
  readonly socket: Socket
  readonly got: () => string
  readonly closed: () => boolean
}

function call(base: string, first: string): Promise<Caller> {
  let [got, closed] = ['', false]
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('data', (chunk) => void (got += String(chunk)))
  socket.on('close', () => void (closed = true)).on('error', () => undefined)
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.write(first)
      resolve({ socket, got: () => got, closed: () => closed })
    })
  })
}

/** Moves the clock second by second, until the condition is true. Returns the seconds. */
async function secondsUntil(program: TestProgram, isSo: () => boolean, each: () => void = () => undefined) {
  const start = program.clock.now().getTime()
  await expect
    .poll(
      async () => {
        if (isSo()) return true
        each()
        await program.clock.advance(1000)
        return isSo()
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true)
  return (program.clock.now().getTime() - start) / 1000
}

describe.each(UNPARSED)('%s', (_name, start) => {
  // proves: program-8-slow-body-408, threat-slow-program-body
  test.each(['begin/', 'exchange/', 'refresh/'])(
    'a body at %s that stalls is 408, and the connection is closed',
    async (path) => {
      const program = testProgram()
      const caller = await call(await start(program), `${HEAD(path)}{"code":`)
      expect(await secondsUntil(program, caller.closed)).toBeGreaterThanOrEqual(10)
      expect(caller.got()).toMatch(/^HTTP\/1\.1 408 /)
      expect(caller.got()).toMatch(/\r\nconnection: close\r\n/i)
      expect(caller.got()).toContain('"code":"body_timeout"')
    },
  )

  // proves: program-8-slow-body-408, threat-slow-program-body
  test('a byte every second does not keep it open either', async () => {
    const program = testProgram()
    const caller = await call(await start(program), HEAD('begin/', 4000))
    await secondsUntil(program, caller.closed, () => caller.socket.write(' '))
    expect(caller.got()).toMatch(/^HTTP\/1\.1 408 /)
  })

  // proves: program-8-slow-body-408
  test('a body that comes in time is read, however slowly', async () => {
    const program = testProgram()
    const body = JSON.stringify({ return_uri: `${BASE}/signed-in`, code_challenge: 'A'.repeat(43) })
    const caller = await call(await start(program), HEAD('begin/', body.length))
    for (const part of [body.slice(0, 30), body.slice(30, 60), body.slice(60)]) {
      await program.clock.advance(3000)
      caller.socket.write(part)
    }
    await expect.poll(caller.got).toMatch(/^HTTP\/1\.1 200 /)
    caller.socket.destroy()
  })
})

describe('the rest of a refused body', () => {
  /** Answers before it has read the body. */
  const refusing = (program: TestProgram) =>
    listen((req, res) => {
      res.end('no')
      discardRest(req, program.clock)
    })

  // proves: program-8-slow-body-408, threat-slow-program-body
  test.each([
    ['comes a byte a second', (caller: Caller) => void caller.socket.write(' ')],
    ['does not come at all', () => undefined],
  ])('is read for at most ten seconds, if it %s', async (_name, each) => {
    const program = testProgram()
    const caller = await call(await refusing(program), HEAD('logout/', 4000))
    await expect.poll(caller.got).toContain('no')
    expect(caller.closed()).toBe(false)
    await secondsUntil(program, caller.closed, () => each(caller))
  })

  test('that has arrived leaves the connection open for the next request', async () => {
    const program = testProgram()
    let ended = 0
    const base = await listen((req, res) => {
      req.once('end', () => void (ended += 1))
      res.end('no')
      discardRest(req, program.clock)
    })
    const caller = await call(base, HEAD('logout/', 3))
    await expect.poll(caller.got).toContain('no')
    caller.socket.write('abc')
    await expect.poll(() => ended).toBe(1)
    await program.clock.advance(10_000)
    caller.socket.write(`${HEAD('logout/', 3)}abc`)
    await expect.poll(() => ended).toBe(2)
    expect(caller.closed()).toBe(false)
    caller.socket.destroy()
  })
})

test('a Request whose body stalls gets a response, and its stream is cancelled', async () => {
  const program = testProgram()
  let letGo = false
  const body = new ReadableStream({ cancel: () => void (letGo = true) }, { highWaterMark: 0 })
  const headers = { 'content-type': 'application/json' }
  const address = `${BASE}/api/v1/sso/begin/`
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  const answering = program.sso.handle(new Request(address, init))
  let answer: Response | null = null
  void answering.then((value) => void (answer = value))
  expect(await secondsUntil(program, () => answer !== null)).toBeGreaterThanOrEqual(10)
  expect((await answering)?.status).toBe(408)
  expect(letGo).toBe(true)
})
