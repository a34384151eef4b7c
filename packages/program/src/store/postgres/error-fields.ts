/** A field of a driver's error, or an empty text. `code` is a SQLSTATE or an error code of Node. */
export function fieldOf(error: unknown, name: 'code' | 'severity'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Classes of SQLSTATE that tell of the state of a server, and not of what it can do: connections, transactions, rollbacks, resources,
 * prerequisites, intervention such as a statement_timeout, and errors of the system (PostgreSQL's manual, appendix A).
 */
const OF_ITS_STATE = /^(?:08|25|40|53|55|57|58)/

/** Whether a server refuses a statement because it does not know its functions, or does not let this role call them. */
export function isRefusal(error: unknown): boolean {
  return fieldOf(error, 'severity') === 'ERROR' && !OF_ITS_STATE.test(fieldOf(error, 'code'))
}
