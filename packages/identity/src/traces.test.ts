import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testOnOneServer } from '../testing/one-server.ts'
import { addCitizen, addProgram, TEST_PASSWORD, type TestClient } from '../testing/people.ts'
import { enterProgram, introspect } from '../testing/program-flow.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type ComposedMail, tracedTransport } from './mail/index.ts'
import { openOtelTracer, otelTracer } from './platform/otel-tracer.ts'
import { tracedLog } from './platform/traced-log.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const SRC = fileURLToPath(new URL('.', import.meta.url))

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService({
    tracer: otelTracer(provider),
    environment: {
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000',
      PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE: '100000',
    },
  })
  program = await addProgram(service)
})
afterAll(() => service.close())
afterEach(() => exporter.reset())

const spans = () => exporter.getFinishedSpans()
const named = (name: string) => spans().filter((span) => span.name === name)
const childrenOf = (parent: ReadableSpan | undefined) =>
  spans().filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId)

/** An introspection of a token that nobody has, in this trace. */
function ask(traceparent?: string): Promise<Response> {
  return fetch(`${service.baseUrl}/api/integrations/introspect/`, {
    method: 'POST',
    headers: { authorization: program.basic, ...(traceparent && { traceparent }) },
    body: new URLSearchParams({ token: 'pga_nobody-has-this-token' }),
  })
}

// proves: seeing-traces, seeing-trace-context-in
describe('a request in the trace of its caller (W3C Trace Context)', () => {
  test('has the caller as its parent, and its statements as its children', async () => {
    await ask(`00-${TRACE}-${PARENT}-01`)
    await expect.poll(() => named('POST /api/integrations/introspect/')).toHaveLength(1)
    const [request] = named('POST /api/integrations/introspect/')
    expect(request?.kind).toBe(SpanKind.SERVER)
    expect(request?.spanContext().traceId).toBe(TRACE)
    expect(request?.parentSpanContext?.spanId).toBe(PARENT)
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/integrations/introspect/',
      'http.response.status_code': 200,
    })
    const statements = childrenOf(request)
    expect(statements.map(({ kind }) => kind)).toEqual(statements.map(() => SpanKind.CLIENT))
    expect(statements.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql')
  })

  test('its log line names the trace', async () => {
    const before = service.logLines.length
    await ask(`00-${TRACE}-${PARENT}-01`)
    await expect.poll(() => service.logLines.slice(before).join('\n')).toContain(`"trace.id":"${TRACE}"`)
  })

  test.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`])(
    'without a good traceparent (%j) a trace begins here',
    async (traceparent) => {
      await ask(traceparent)
      await expect.poll(() => named('POST /api/integrations/introspect/')).toHaveLength(1)
      const [request] = named('POST /api/integrations/introspect/')
      expect(request?.parentSpanContext).toBeUndefined()
      expect(request?.spanContext().traceId).toMatch(/^(?!0{32})[\da-f]{32}$/)
      expect(request?.spanContext().traceId).not.toBe(TRACE)
    },
  )

  test('where the caller does not record, nothing is recorded', async () => {
    await ask(`00-${TRACE}-${PARENT}-00`)
    await ask(`00-${'a'.repeat(32)}-${PARENT}-01`)
    await expect.poll(() => named('POST /api/integrations/introspect/')).toHaveLength(1)
    expect(spans().some((span) => span.spanContext().traceId === TRACE)).toBe(false)
  })
})

// proves: threat-trace-header, seeing-trace-context-in
test.each(['00', '01'])(
  'a caller that is no trusted proxy chooses no trace, and not whether it is recorded (flags %s)',
  async (flags) => {
    const { database } = service
    const open = await startTestService({ database, tracer: otelTracer(provider) })
    try {
      await fetch(`${open.baseUrl}/api/health/`, {
        headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` },
      })
      await expect.poll(() => named('GET /api/health/')).toHaveLength(1)
    } finally {
      await open.close()
    }
    const [request] = named('GET /api/health/')
    expect(request?.parentSpanContext).toBeUndefined()
    expect(request?.spanContext().traceId).not.toBe(TRACE)
    const log = open.logLines.join('\n')
    expect(log).toContain(request?.spanContext().traceId)
    expect(log).not.toContain(TRACE)
  },
)

// proves: seeing-traces
describe('statements', () => {
  testOnOneServer(
    'of requests that share one: it is in the trace of the first, with links to the others',
    async () => {
      const ids = Array.from({ length: 40 }, (_, index) => (index + 1).toString(16).padStart(32, 'a'))
      await Promise.all(ids.map((id) => ask(`00-${id}-${PARENT}-01`)))
      await expect.poll(() => named('POST /api/integrations/introspect/')).toHaveLength(40)
      const statements = spans().filter(({ attributes }) => attributes['portico.pool'] === 'reads')
      const shown = statements.flatMap((span) => [
        span.spanContext().traceId,
        ...span.links.map(({ context }) => context.traceId),
      ])
      // Each request is in exactly one statement, and no statement is in the trace of an earlier one.
      expect(shown.toSorted()).toEqual(ids.toSorted())
      expect(statements.length).toBeLessThan(40)
      for (const { links, parentSpanContext } of statements) {
        expect(parentSpanContext?.spanId).toMatch(/^[\da-f]{16}$/)
        expect(links.length).toBeLessThan(40)
      }
    },
  )

  test('are named by what they do to which table, and a transaction has its statements', async () => {
    const { browser } = await enterProgram(service, program, await addCitizen(service))
    const page = await browser.get('/account/sessions/')
    expect(page.status).toBe(200)
    const names = new Set(
      spans()
        .filter(({ kind }) => kind === SpanKind.CLIENT)
        .map(({ name }) => name),
    )
    for (const name of names)
      expect(name).toMatch(/^(?:transaction|select \w*|(?:insert into|update|delete from) \w+(?:, .+)?)$/)
    expect([...names].some((name) => name.startsWith('insert into') && name.includes('sessions'))).toBe(true)
  })

  test('of nobody are not recorded', async () => {
    await service.foundation.db.query`select 1`
    expect(spans()).toEqual([])
  })

  test('that fail show the kind of the error, and none of its words', async () => {
    const tracer = otelTracer(provider)
    const fault = Object.assign(new Error('Key (email)=(ada@example.org) exists'), { code: '23505' })
    const span = tracer.beginRequest(undefined)
    const work = span.run(() => tracer.step({ name: 'x', fields: {} }, () => Promise.reject(fault)))
    await expect(work).rejects.toBe(fault)
    span.end({ name: 'y', fields: {} }, 'failed')
    expect(named('x')[0]?.attributes['error.type']).toBe('23505')
    expect(spans().map(({ status }) => status)).toEqual([
      { code: SpanStatusCode.ERROR },
      { code: SpanStatusCode.ERROR },
    ])
    expect(textOf(spans())).not.toContain('ada@example.org')
  })
})

/** Everything that leaves the process of these spans. */
function textOf(all: readonly ReadableSpan[]): string {
  return JSON.stringify(
    all.map(({ name, attributes, links, events, status }) => ({ name, attributes, links, events, status })),
  )
}

// proves: seeing-traces
test('no span of a whole sign-in has a secret, a query, an address or a name in it', async () => {
  const citizen = await addCitizen(service)
  const { tokens, code } = await enterProgram(service, program, citizen)
  const all = Object.values(tokens)
    .map(String)
    .filter((each) => each.length > 20 && !each.includes(' '))
  expect(all.length).toBeGreaterThanOrEqual(3)
  for (const token of all) await introspect(service, program, token)
  await fetch(`${service.baseUrl}/login/?resume=secret-in-a-query&email=${encodeURIComponent(citizen.email)}`)
  await expect.poll(() => spans().length).toBeGreaterThan(10)
  const told = textOf(spans())
  for (const secret of [
    ...all,
    code,
    TEST_PASSWORD,
    citizen.email,
    citizen.citizenId,
    program.basic,
    'secret-in-a-query',
    '127.0.0.1',
  ])
    expect(told).not.toContain(secret)
})

// proves: seeing-traces
test('a mail is a trace of its own, without its recipient, also while a request is answered', async () => {
  const tracer = otelTracer(provider)
  const inner = {
    send: async () => ({ kind: 'sent' }) as const,
    probe: async () => undefined,
    close: () => undefined,
  }
  const mail = { to: 'ada@example.org', subject: 'Reset your password', text: 'link=secret' } as ComposedMail
  const request = tracer.beginRequest(`00-${TRACE}-${PARENT}-01`)
  expect(await request.run(() => tracedTransport(inner, tracer).send(mail))).toEqual({ kind: 'sent' })
  const [span] = named('mail send')
  expect(span?.parentSpanContext).toBeUndefined()
  expect(span?.spanContext().traceId).not.toBe(TRACE)
  expect(textOf(spans())).not.toMatch(/ada@|Reset|secret/)
})

// proves: seeing-logs
test('any line that is written for a request names its trace, and a line for nobody names none', () => {
  const tracer = otelTracer(provider)
  const lines: unknown[] = []
  const note = (event: string, fields?: object) => void lines.push([event, fields])
  const log = tracedLog({ info: note, warn: note, error: note }, tracer)
  const request = tracer.beginRequest(`00-${TRACE}-${PARENT}-01`)
  request.run(() => log.warn('redis-away', { 'error.message': 'x' }))
  request.run(() => tracer.forAll([], () => log.info('apart')))
  log.error('later')
  expect(lines).toEqual([
    ['redis-away', { 'trace.id': TRACE, 'error.message': 'x' }],
    ['apart', { 'trace.id': undefined }],
    ['later', { 'trace.id': undefined }],
  ])
})

/** What a collector gets while `work` runs with its address. */
async function collect(
  work: (url: string) => Promise<void>,
): Promise<readonly { path: string; body: string }[]> {
  const taken: { path: string; body: string }[] = []
  const collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      taken.push({ path: request.url ?? '', body: Buffer.concat(parts).toString() })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  await new Promise((resolve) => collector.close(resolve))
  return taken
}

async function recordOne(url: string, { percent = 100, traceparent = '' } = {}): Promise<void> {
  const tracer = openOtelTracer({ url, serviceName: 'portico', percent })
  tracer.beginRequest(traceparent).end({ name: 'GET /login/', fields: {} }, 'answered')
  await tracer.close()
}

// proves: seeing-traces
test('spans go to the collector by OTLP over HTTP', async () => {
  const taken = await collect((url) => recordOne(`${url}/`, { traceparent: `00-${TRACE}-${PARENT}-01` }))
  expect(taken.map(({ path }) => path)).toEqual(['/v1/traces'])
  for (const word of [TRACE, 'GET /login/', 'portico']) expect(taken[0]?.body).toContain(word)
})

test('a collector that is away holds nothing up, and throws nothing', async () => {
  await expect(recordOne('http://127.0.0.1:1')).resolves.toBeUndefined()
})

test.each([
  ['0 percent: none that begins here', 0, '', 0],
  ['100 percent: each that begins here', 100, '', 1],
  ['0 percent, and a caller that records: the caller is followed', 0, `00-${TRACE}-${PARENT}-01`, 1],
  [
    '100 percent, and a caller that does not record: the caller is followed',
    100,
    `00-${TRACE}-${PARENT}-00`,
    0,
  ],
])('%s', async (_what, percent, traceparent, recorded) => {
  expect(await collect((url) => recordOne(url, { percent, traceparent }))).toHaveLength(recorded)
})

// proves: seeing-traces
test('OpenTelemetry is loaded by one file, and that file only where traces are wanted', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((path) => !path.endsWith('.test.ts'))
  const importers = (what: RegExp) => files.filter((path) => what.test(readFileSync(SRC + path, 'utf8')))
  expect(importers(/['"]@opentelemetry\//)).toEqual(['platform/otel-tracer.ts'])
  expect(importers(/^import (?!type\b)[^;]*?otel-tracer/m)).toEqual([])
  expect(importers(/await import\('\.\/platform\/otel-tracer\.ts'\)/)).toEqual(['start-service.ts'])
})
