import type { Log, LogFields } from './log.ts'
import type { Tracer } from './tracer.ts'

/** A log whose lines have the trace of the request that asks, where it is not among their fields. */
export function tracedLog(log: Log, tracer: Tracer): Log {
  const withTrace = (fields?: LogFields): LogFields => ({ 'trace.id': tracer.traceId(), ...fields })
  return {
    info: (event, fields) => log.info(event, withTrace(fields)),
    warn: (event, fields) => log.warn(event, withTrace(fields)),
    error: (event, fields) => log.error(event, withTrace(fields)),
  }
}
