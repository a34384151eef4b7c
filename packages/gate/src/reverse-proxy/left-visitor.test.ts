import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type Answered, type GateStage, openStage } from '../../testing/gate-stage.ts'

const HOST = 'permits.example.test'

let stage: GateStage
let backEnd: EchoBackEnd

beforeAll(async () => {
  backEnd = await startEcho()
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
    GATE_CHECK_SECONDS: '1',
    GATE_PUBLIC_PATHS: '/public/*',
  })
  await stage.signIn()
})
afterAll(async () => {
  await stage.close()
  await backEnd.close()
})

const ask = (path: string) => stage.ask({ path, headers: { host: HOST, ...stage.browser.headers() } })

function beginningOfUpload(): string {
  const headers = { host: HOST, ...stage.browser.headers(), 'sec-fetch-site': 'same-origin' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /permits HTTP/1.1\r\n${lines.join('')}content-length: 9\r\n\r\nhalf`
}

test('a visitor who leaves while the session is checked leaves no connection open on the other side', async () => {
  const held = stage.served.holdNext('/api/integrations/introspect/')
  // The first request after a second needs a check, and waits for it.
  const waiting: Promise<Answered>[] = []
  let isHeld = false
  void held.arrived.then(() => void (isHeld = true))
  await expect
    .poll(() => {
      waiting.push(ask('/permits'))
      return isHeld
    })
    .toBe(true)
  const socket = connect(stage.gate.listening.port, '127.0.0.1')
  socket.write(beginningOfUpload())
  // With each answer, the gate has read what came before: the beginning of the upload, then its end.
  await ask('/public/a')
  socket.destroy()
  await ask('/public/a')
  held.release()
  await Promise.all(waiting)
  expect((await ask('/permits')).status).toBe(200)
  await expect.poll(() => backEnd.silent()).toBe(0)
})
