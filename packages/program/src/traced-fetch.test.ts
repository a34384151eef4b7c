import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testProgram } from '../testing/program.ts'
import { createProgramSso, type TracingApi, tracedFetch } from './index.ts'
import { signInThrough } from './testing/index.ts'

const exporter = new InMemorySpanExporter()
const api: TracingApi<Context, Span> = { context, propagation, trace }

beforeAll(() => {
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  )
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterEach(() => exporter.reset())
afterAll(() => {
  trace.disable()
  propagation.disable()
})

const spans = () => exporter.getFinishedSpans()

// proves: program-traced-fetch
describe('a program with OpenTelemetry', () => {
  test('its calls of the identity service are spans, carry them in traceparent, and tell nothing secret', async () => {
    const program = testProgram()
    const sent: { path: string; traceparent: string | null; body: string; authorization: string | null }[] =
      []
    const recording: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const { headers } = request
      sent.push({
        path: new URL(request.url).pathname,
        traceparent: headers.get('traceparent'),
        authorization: headers.get('authorization'),
        body: await request.clone().text(),
      })
      return program.identity.fetch(request)
    }
    const sso = createProgramSso({ ...program.config, fetch: tracedFetch(api, recording) })
    await signInThrough(sso, program.identity, program.identity.addCitizen({ email: 'ana@example.org' }))
    await sso.close()

    expect(sent.map(({ path }) => path)).toContain('/o/token/')
    expect(sent.map(({ traceparent }) => traceparent)).toEqual(
      spans().map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    )
    expect(spans().map(({ kind }) => kind)).toEqual(spans().map(() => SpanKind.CLIENT))
    expect(spans().map(({ name }) => name)).toContain('POST /o/token/')
    const told = JSON.stringify(
      spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    )
    const secrets = sent.flatMap(({ authorization, body }) => [
      authorization ?? '',
      ...new URLSearchParams(body).values(),
    ])
    expect(secrets.length).toBeGreaterThan(3)
    for (const secret of secrets.filter((each) => each.length > 8)) expect(told).not.toContain(secret)
  })

  test('a call has the caller of the program as its parent', async () => {
    const parent = trace.setSpanContext(context.active(), {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: 1,
    })
    const own = { ...api, context: { active: () => parent } }
    await tracedFetch(own, async () => new Response())('https://id.example.org/o/token/')
    expect(spans()[0]?.spanContext().traceId).toBe('a'.repeat(32))
    expect(spans()[0]?.parentSpanContext?.spanId).toBe('b'.repeat(16))
  })

  test('a call that fails fails as before, and its span has the kind of the error without its words', async () => {
    const fault = new TypeError('connect to 10.0.0.7 failed')
    const failing = tracedFetch(api, () => Promise.reject(fault))
    await expect(failing('https://id.example.org/o/token/?code=secret', { method: 'POST' })).rejects.toBe(
      fault,
    )
    const [span] = spans()
    expect(span?.name).toBe('POST /o/token/')
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(span?.attributes['error.type']).toBe('TypeError')
    expect(JSON.stringify([span?.name, span?.attributes, span?.events])).not.toMatch(/10\.0\.0\.7|secret/)
  })

  test.each([
    [200, SpanStatusCode.UNSET],
    [401, SpanStatusCode.UNSET],
    [503, SpanStatusCode.ERROR],
  ])('an answer of %i', async (status, code) => {
    await tracedFetch(api, async () => new Response(null, { status }))('https://id.example.org/')
    expect(spans()[0]?.status.code).toBe(code)
    expect(spans()[0]?.attributes['http.response.status_code']).toBe(status)
  })

  test('what the program gave is sent unchanged beside the header', async () => {
    let seen: RequestInit = {}
    const send: typeof fetch = async (_input, init) => {
      seen = init ?? {}
      return new Response()
    }
    const given = {
      method: 'POST',
      body: 'token=x',
      redirect: 'manual',
      headers: { authorization: 'Basic x' },
    } as const
    await tracedFetch(api, send)('https://id.example.org/', given)
    const { headers, ...others } = seen
    expect(others).toEqual({ method: 'POST', body: 'token=x', redirect: 'manual' })
    expect(Object.keys(Object.fromEntries(new Headers(headers)))).toEqual(['authorization', 'traceparent'])
  })
})
