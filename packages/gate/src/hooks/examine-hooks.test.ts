import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from '@portico/program'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type BackEnd, SECRET, says, startBackEnd } from '../../testing/back-end.ts'
import { examineHooks } from './index.ts'

let backEnd: BackEnd
beforeEach(async () => {
  backEnd = await startBackEnd()
})
afterEach(() => backEnd.close())

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

/** What the doctor says. `tookMs` passes between two looks at the clock. */
async function examined({ url = backEnd.url, known = SECRET, timeoutMs = 2000, tookMs = 0 } = {}) {
  let nowMs = Date.now() - tookMs
  let ids = 0
  const checks = await examineHooks({
    target: { url, secrets: [secret(known)], timeoutMs },
    clock: { now: () => new Date((nowMs += tookMs)) },
    fetch: globalThis.fetch,
    newId: () => `msg_${(ids += 1)}`,
  })
  return checks.map(({ id, ok, message, fix = '' }) => [
    `${ok ? (fix ? 'note' : 'ok') : 'FAIL'} ${id}`,
    message,
    fix,
  ])
}

const place = () => `GATE_HOOKS_URL (${backEnd.url})`

// proves: gate-hooks-doctor
describe('the doctor asks the hooks', () => {
  test.each<[string, Answer | null]>([
    ['does not know a ping', null],
    ['answers it', says({})],
  ])('and is content with a back end that %s', async (_what, answer) => {
    backEnd.instead('ping', answer)
    expect(await examined()).toEqual([
      ['ok hooks', `${place()} answers, and knows the secret.`, ''],
      ['ok hooks-signature', `${place()} refuses a wrong signature.`, ''],
    ])
    expect(backEnd.arrived).toEqual([expect.objectContaining({ type: 'ping', data: {} })])
    expect(backEnd.refused()).toBe(1)
  })

  test('and says that the secret is wrong', async () => {
    const [[verdict, message, fix] = [], ...others] = await examined({ known: OTHER_SECRET })
    expect([verdict, message]).toEqual(['FAIL hooks', `${place()}: the back end answered 401.`])
    expect(fix).toContain('compare GATE_HOOKS_SECRET')
    expect(others).toEqual([])
  })

  test('and says that nobody answers, without the query of the address', async () => {
    await backEnd.close()
    const [[verdict, message, fix] = []] = await examined({ url: `${backEnd.url}?key=hidden` })
    expect([verdict, message]).toEqual([
      'FAIL hooks',
      `${place()}: the back end does not answer (ECONNREFUSED).`,
    ])
    expect(fix).toBe('start it, and compare GATE_HOOKS_URL')
    backEnd = await startBackEnd()
  })

  test('and says that an answer takes too long', async () => {
    backEnd.instead('ping', () => undefined)
    const [[verdict, message, fix] = []] = await examined({ timeoutMs: 100 })
    expect([verdict, message]).toEqual(['FAIL hooks', `${place()}: the back end took longer than 100 ms.`])
    expect(fix).toContain('GATE_HOOKS_TIMEOUT_MS')
  })

  test('and notes an answer that takes more than half of the limit', async () => {
    const [[verdict, message] = [], [second] = []] = await examined({ tookMs: 600 })
    expect([verdict, second]).toEqual(['note hooks', 'ok hooks-signature'])
    expect(message).toBe(`${place()} took 1200 ms for one hook. After 2000 ms it counts as away.`)
  })

  test.each<[string, Answer, string]>([
    ['a wrong address', says('', 404), 'the back end answered 404'],
    ['a redirect', (res) => void res.writeHead(301, { location: '/x/' }).end(), 'the back end answered 301'],
    ['a page', says('<p>'), 'the answer is not a JSON object'],
    ['an answer to something else', says({ account: null }), 'the answer has the member account'],
  ])('and says what is wrong with %s', async (_what, answer, saw) => {
    backEnd.instead('ping', answer)
    const [[verdict, message] = [], ...others] = await examined()
    expect([verdict, others]).toEqual(['FAIL hooks', []])
    expect(message).toContain(`${place()}: ${saw}`)
  })

  test.each([
    [200, '{"account":null}', 'the back end answered a hook with a wrong signature'],
    [501, '{}', 'the back end answered a hook with a wrong signature'],
    [500, '', 'the back end answered 500 with a wrong signature'],
    [404, '', 'the back end answered 404 with a wrong signature'],
  ])('and warns of a back end that does not verify, and answers %i to anybody', async (status, body, saw) => {
    const careless = createServer((req, res) => {
      let text = ''
      req.on('data', (chunk) => (text += chunk))
      req.on('end', () => res.writeHead(text.includes('"ping"') ? 501 : status).end(body))
    })
    await new Promise<void>((resolve) => void careless.listen(0, '127.0.0.1', resolve))
    const { port } = careless.address() as AddressInfo
    const [first, [verdict, message, fix] = []] = await examined({ url: `http://127.0.0.1:${port}/hooks` })
    expect([first?.[0], verdict]).toEqual(['ok hooks', 'FAIL hooks-signature'])
    expect(message).toContain(`${saw}. It must answer 401.`)
    expect(fix).toContain('verify webhook-signature')
    await new Promise((resolve) => void careless.close(resolve))
  })
})
