/** The receiver has not answered in time. */
export const NOT_IN_TIME = 'no answer in time'

/** The code of a fault of Node or of the system: no words that could have an address or what somebody has sent. */
export function faultOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? `not reached (${code})` : 'not reached'
}
