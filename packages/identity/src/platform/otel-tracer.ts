import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { readTraceParent } from './trace-context.ts'
import type { RequestSpan, Step, Tracer } from './tracer.ts'

/** Where spans go, and how many. */
export interface OtelOptions {
  /** The collector's address, for OTLP over HTTP. */
  readonly url: string
  readonly serviceName: string
  /** How many of a hundred traces that begin here are recorded. A caller's decision is followed. */
  readonly percent: number
}

/** A collector that is away must not hold up the end of the process. */
const EXPORT_MILLISECONDS = 2_000

/** What asks now: its span, and further spans that share its work. */
interface Current {
  readonly span: Span
  readonly context: Context
  readonly links: readonly Link[]
}

/** Records with OpenTelemetry. This file alone loads its packages, and it is loaded only where traces are wanted. */
export function openOtelTracer({ url, serviceName, percent }: OtelOptions): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MILLISECONDS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MILLISECONDS })],
  })
  return otelTracer(provider)
}

/** A tracer that records with this provider. */
export function otelTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('portico')
  const current = new AsyncLocalStorage<Current | undefined>()
  const begin = (name: string, kind: SpanKind, parent: Context, links: readonly Link[] = []): Current => {
    const span = tracer.startSpan(name, { kind, links: [...links] }, parent)
    return { span, context: trace.setSpan(parent, span), links: [] }
  }
  const run = async <Value>(own: Current, step: Step, work: () => Promise<Value>): Promise<Value> => {
    own.span.setAttributes(step.fields)
    try {
      return await current.run(own, work)
    } catch (error) {
      noteFault(own.span, error)
      throw error
    } finally {
      own.span.end()
    }
  }
  return {
    beginRequest: (traceparent) =>
      requestSpan(begin('request', SpanKind.SERVER, contextOf(traceparent)), current),
    step: (step, work) => {
      const asking = current.getStore()
      return asking
        ? run(begin(step.name, SpanKind.CLIENT, asking.context, asking.links), step, work)
        : work()
    },
    alone: (step, work) => run(begin(step.name, SpanKind.CLIENT, ROOT_CONTEXT), step, work),
    asker: () => current.getStore(),
    forAll: (askers, work) => current.run(together(askers as readonly (Current | undefined)[]), work),
    traceId: () => current.getStore()?.span.spanContext().traceId,
    // What a collector that is away did not take is lost.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

function requestSpan(own: Current, current: AsyncLocalStorage<Current | undefined>): RequestSpan {
  return {
    traceId: own.span.spanContext().traceId,
    run: (work) => current.run(own, work),
    end: ({ name, fields }, outcome) => {
      own.span.updateName(name).setAttributes(fields)
      if (outcome === 'failed') own.span.setStatus({ code: SpanStatusCode.ERROR })
      own.span.end()
    },
  }
}

function contextOf(traceparent: string | undefined): Context {
  const parent = readTraceParent(traceparent)
  if (!parent) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The first one that asks, with links to the others. */
function together(askers: readonly (Current | undefined)[]): Current | undefined {
  const [first, ...others] = askers.filter((asker) => asker !== undefined)
  return first && { ...first, links: others.map(({ span }) => ({ context: span.spanContext() })) }
}

/** The kind of an error alone: its message may contain a value of the statement. */
function noteFault(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
