/** A `traceparent` of version 00, and of later versions, which may only add fields (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/

const LENGTH_OF_VERSION_00 = 55

/** The caller's place in a trace. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  /** Whether the caller records the trace. */
  readonly isSampled: boolean
}

/** Reads a header `traceparent`. Undefined where there is none, or a wrong one: then the header does not count. */
export function readTraceParent(header: string | undefined): TraceParent | undefined {
  if (header === undefined) return undefined
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  if (header.startsWith('00') && header.length > LENGTH_OF_VERSION_00) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
