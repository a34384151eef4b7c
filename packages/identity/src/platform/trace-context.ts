/** A `traceparent` of version 00, and of later versions, which may only add fields (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/

/** The trace of a request: the id in its header `traceparent`. Undefined where there is none, or a wrong one. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  if (traceparent === undefined) return undefined
  const traceId = TRACEPARENT.exec(traceparent)?.[1]
  // Version 00 has no further fields.
  return traceparent.startsWith('00') && traceparent.length > '00--'.length + 32 + 16 + 3
    ? undefined
    : traceId
}
