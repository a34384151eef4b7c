import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'

const TRACE = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  TraceState: 'vendor=1',
  baggage: 'citizen=forged',
  b3: '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1',
  'X-B3-TraceId': '4bf92f3577b34da6a3ce929d0e0e4736',
  'uber-trace-id': '1:2:0:1',
  'uberctx-citizen': 'forged',
  'X-Cloud-Trace-Context': '105445aa7843bc8bf206b12000100000/1;o=1',
  'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
  'x-datadog-trace-id': '1',
  'sentry-trace': '1-2-1',
}
const OTHERS = { 'X-Baggage-Claim': 'hall 2', b30: 'x', 'X-Request-Id': 'r-1' }

let backEnd: EchoBackEnd
let stage: GateStage

beforeAll(async () => {
  backEnd = await startEcho()
})
afterAll(() => backEnd.close())

// proves: threat-trace-header
describe.each([
  { from: 'a visitor', trusted: '192.0.2.1', passes: false },
  { from: 'an own proxy', trusted: '127.0.0.1', passes: true },
])('the trace of a request of $from', ({ trusted, passes }) => {
  beforeAll(async () => {
    stage = await openStage({
      GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
      GATE_PUBLIC_PATHS: '/public/*',
      SSO_TRUSTED_PROXIES: trusted,
    })
    await stage.signIn()
  })
  afterAll(() => stage.close())

  const headers = { host: 'permits.example.test', 'sec-fetch-site': 'same-origin', ...TRACE, ...OTHERS }
  const seen = (names: object) => Object.keys(names).flatMap((name) => backEnd.valuesOf(name))

  test(`${passes ? 'reaches' : 'does not reach'} the back end, signed in or not`, async () => {
    for (const [path, cookies] of [
      ['/public/a', {}],
      ['/permits', stage.browser.headers()],
    ] as const) {
      expect((await stage.ask({ path, headers: { ...headers, ...cookies } })).status).toBe(200)
      expect(seen(TRACE)).toEqual(passes ? Object.values(TRACE) : [])
      expect(seen(OTHERS)).toEqual(Object.values(OTHERS))
    }
  })
})
