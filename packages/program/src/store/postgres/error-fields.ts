/** A field of a driver's error, or an empty text. `code` is a SQLSTATE or an error code of Node. */
export function fieldOf(error: unknown, name: 'code' | 'severity'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Classes of SQLSTATE that tell of the state of a server, and not of what it can do: connections, transactions, rollbacks, resources,
 * prerequisites, intervention such as a statement_timeout, errors of the system, and internal errors such as a torn read of a file
 * (PostgreSQL's manual, appendix A).
 */
const OF_ITS_STATE = /^(?:08|25|40|53|55|57|58|XX)/

/** The severities after which the server closes the connection. */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC'])

/** Whether this is the last error of its connection. `pg` gives the severity in the language of the server. */
export function isFatal(error: unknown): boolean {
  return FATAL_SEVERITIES.has(fieldOf(error, 'severity'))
}

/**
 * Whether a server refuses a statement because it does not know its functions, or does not let this role call them. What the server
 * says of a connection that could not be opened must not come here.
 */
export function isRefusal(error: unknown): boolean {
  const isOfServer = fieldOf(error, 'severity') !== ''
  return isOfServer && !isFatal(error) && !OF_ITS_STATE.test(fieldOf(error, 'code'))
}

/** No rows where a server refuses a statement that asks what it is. Then there is no fence and no lease, and nothing else changes. */
export function untold(error: unknown): [] {
  if (!isRefusal(error)) throw error
  return []
}
