/** A span of OpenTelemetry, as far as `tracedFetch` uses it. */
export interface TracingSpan {
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { readonly code: number }): unknown
  end(): void
}

/** The part of `@opentelemetry/api` that `tracedFetch` uses. The program has the package, and this one does not need it. */
export interface TracingApi<Context, Span extends TracingSpan> {
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { readonly kind: number }, context: Context): Span
    }
    setSpan(context: Context, span: Span): Context
  }
  readonly context: { active(): Context }
  readonly propagation: { inject(context: Context, carrier: Record<string, string>): void }
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of `@opentelemetry/api`. */
const CLIENT = 2
const ERROR = 2

/**
 * A `fetch` whose requests are spans and carry `traceparent` (W3C Trace Context). For the setting `fetch` of
 * `createProgramSso`, which calls only the identity service. A span has the method, the path and the status: no query, no
 * header, no body, and no words of an error.
 */
export function tracedFetch<Context, Span extends TracingSpan>(
  { trace, context, propagation }: TracingApi<Context, Span>,
  send: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  const tracer = trace.getTracer('@portico/program')
  return async (input, init) => {
    const { method, address, headers } = read(input, init)
    const parent = context.active()
    const span = tracer.startSpan(`${method} ${address.pathname}`, { kind: CLIENT }, parent)
    span.setAttribute('http.request.method', method)
    span.setAttribute('server.address', address.hostname)
    const carried: Record<string, string> = {}
    propagation.inject(trace.setSpan(parent, span), carried)
    for (const [name, value] of Object.entries(carried)) headers.set(name, value)
    try {
      const response = await send(input, { ...init, headers })
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 500) span.setStatus({ code: ERROR })
      return response
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      span.setStatus({ code: ERROR })
      throw error
    } finally {
      span.end()
    }
  }
}

/** What a call of `fetch` asks for. The body is not touched. */
function read(input: Parameters<typeof globalThis.fetch>[0], init: RequestInit = {}) {
  const request = input instanceof Request ? input : undefined
  return {
    method: init.method ?? request?.method ?? 'GET',
    address: new URL(request?.url ?? String(input)),
    headers: new Headers(init.headers ?? request?.headers),
  }
}
