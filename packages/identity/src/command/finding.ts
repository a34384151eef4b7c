import type { Examined } from '../platform/room/beside.ts'

export type { Examined as Finding } from '../platform/room/beside.ts'

/** The result of a check without a fault. */
export function ok(check: string, says: string): Examined {
  return { check, state: 'ok', says, mend: '' }
}

/** The result of a check that has nothing to check yet. */
export function idle(check: string, says: string): Examined {
  return { check, state: 'idle', says, mend: '' }
}

/** The result of a check with a fault, and what to do. */
export function wrong(check: string, says: string, mend: string): Examined {
  return { check, state: 'wrong', says, mend }
}
