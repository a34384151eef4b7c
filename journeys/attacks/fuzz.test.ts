// Takes over 10 s: thousands of requests are sent, and a connection that the service keeps open is ended after 250 ms.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READERS } from './body-readers.ts'
import { chanceFrom } from './chance.ts'
import { goodRequests } from './good-requests.ts'
import { openInnerStage } from './inner-stage.ts'
import { requestGenerator } from './request-generator.ts'
import { INSIDE, openTarget, type Target } from './target.ts'

/** The number of requests: few by default, more on request. */
const REQUESTS = Number(process.env['PORTICO_FUZZ_REQUESTS'] ?? 3_000)
/** The same seed sends the same requests. */
const SEED = Number(process.env['PORTICO_FUZZ_SEED'] ?? 20_261_121)
const AT_ONCE = 16
/** Truncated bytes make no request, and some answers keep the connection open: then the caller ends it. */
const SILENCE_MILLISECONDS = 250
const PATIENCE_MILLISECONDS = 20_000
/** The limit of the heap. A leak in JavaScript ends the process, and a leak in native code shows here. */
const HEAP_MEBIBYTES = 128
const MOST_GROWTH_MEBIBYTES = HEAP_MEBIBYTES + 32

let target: Target

beforeAll(async () => {
  target = await openTarget({
    PORTICO_TRUSTED_PROXIES: '127.0.0.0/8',
    // A small heap shows leaks, because with a large one Node collects late.
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}`,
  })
})
afterAll(() => target?.close())

/** Sends the bytes and reads until the service closes. Ends its own side when both sides are silent. */
function ask(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(target.identity.port, '127.0.0.1', () => socket.write(bytes))
    const silence = setTimeout(() => socket.end(), SILENCE_MILLISECONDS)
    const came: Buffer[] = []
    socket.on('data', (chunk) => {
      silence.refresh()
      came.push(chunk)
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(silence)
      resolve(Buffer.concat(came).toString('latin1'))
    })
    socket.setTimeout(PATIENCE_MILLISECONDS, () => {
      came.push(Buffer.from('[no end]'))
      socket.destroy()
    })
  })
}

/** The fault of an answer to any request. Nothing if it has none. */
function faultOf(answer: string): string | undefined {
  const status = statusOf(answer)
  if (answer === '' || status === 'none')
    return answer === '' || answer.startsWith('HTTP/1.1 100') ? undefined : 'no status'
  if (Number(status) < 200 || Number(status) >= 500) return `status ${status}`
  if (answer.endsWith('[no end]')) return 'no end'
  return INSIDE.test(answer) ? 'a trace of the inside' : headFault(answer.replace(CONTINUE, ''))
}

const CONTINUE = /^HTTP\/1\.1 100 [^]*?\r\n\r\n/

function statusOf(answer: string): string {
  return /^HTTP\/1\.1 (\d{3}) /.exec(answer.replace(CONTINUE, ''))?.[1] ?? 'none'
}

function headFault(answer: string): string | undefined {
  const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase()
  const due = ['x-content-type-options: nosniff', 'referrer-policy: no-referrer', 'cache-control: ']
  if (head.includes('content-type: text/html')) due.push("frame-ancestors 'none'", "default-src 'none'")
  const missing = due.find((header) => !head.includes(header))
  if (missing !== undefined) return `no ${missing}`
  const location = /\r\nlocation: ([^\r]*)/.exec(head)?.[1] ?? '/'
  const isOurs = /^\/(?![/\\])/.test(location) || location.startsWith(target.program.redirectUri)
  return isOurs ? undefined : `a way out: ${location}`
}

// proves: threat-malformed-input
test('no address of the service is forgotten: who adds one adds its good request', async () => {
  const inner = await openInnerStage()
  const served = inner.service.service.routes.filter(({ path }) => !path.startsWith('/assets/'))
  await inner.close()
  const good = goodRequests({ target, csrf: 'x' }).map((make) => `${make().method} ${make().path}`)
  expect(
    served.map(({ method, path }) => `${method} ${path}`).filter((each) => !good.includes(each)),
  ).toEqual([])
  const readers = READERS.map(([path]) => path).toSorted()
  expect(
    served
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(readers)
})

// proves: threat-malformed-input
test(`${REQUESTS} requests that are almost good: never a fault of ours, never a trace of the inside, and no memory lost`, {
  timeout: 180_000 + REQUESTS * 60,
}, async () => {
  const page = await target.entered.browser.get('/account/')
  const csrf = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const generate = requestGenerator({ target, csrf })
  const statuses = new Map<string, number>()
  const samples: number[] = []
  let sent = 0
  let before = 0
  const work = async () => {
    while (sent < REQUESTS) {
      const index = sent
      sent += 1
      if (index === Math.min(1_000, REQUESTS >> 1)) before = target.residentMebibytes()
      if (index % 10_000 === 0) samples.push(Math.round(target.residentMebibytes()))
      const bytes = generate(chanceFrom(SEED + index * 7_919))
      const answer = await ask(bytes)
      const status = statusOf(answer)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = faultOf(answer)
      if (fault !== undefined)
        throw new Error(
          `${fault}, seed ${SEED}, request ${index}:\n${JSON.stringify(bytes.toString('latin1'))}\n${answer.slice(0, 2_000)}`,
        )
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const after = target.residentMebibytes()
  if (process.env['PORTICO_FUZZ_REQUESTS'] !== undefined) {
    const perSecond = Math.round(REQUESTS / ((performance.now() - began) / 1_000))
    console.info({
      SEED,
      REQUESTS,
      perSecond,
      before,
      after,
      samples,
      statuses: Object.fromEntries([...statuses].sort()),
    })
  }
  await target.expectWell()
  expect(after - before).toBeLessThan(MOST_GROWTH_MEBIBYTES)
  for (const status of ['200', '202', '302', '303', '400', '401', '403', '404', '405'])
    expect(statuses.get(status) ?? 0).toBeGreaterThan(0)
  const headers = { authorization: `Bearer ${target.entered.tokens.access_token}` }
  expect((await target.fetch('/o/userinfo/', { headers })).status).toBe(200)
  expect((await target.fetch('/account/', { headers: { cookie: target.cookie } })).status).toBe(200)
})
