const CONNECTION_FAULTS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/**
 * SQLSTATE classes and codes that speak of the server's state, not of the statement: connection exceptions,
 * insufficient resources, operator intervention, read-only after a failover.
 */
const SERVER_FAULT = /^(?:08|53|57P|57014|25006)/

/** Whether this error says that the database is away, so that the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return CONNECTION_FAULTS.has(code) || SERVER_FAULT.test(code)
}
