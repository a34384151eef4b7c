/** The result of one check. `idle`: there is nothing to check yet. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'idle' | 'wrong'
  readonly says: string
  /** What to do; `''` where nothing is wrong. */
  readonly mend: string
}

/** The result of a check without a fault. */
export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, mend: '' }
}

/** The result of a check that has nothing to check yet. */
export function idle(check: string, says: string): Finding {
  return { check, state: 'idle', says, mend: '' }
}

/** The result of a check with a fault, and what to do. */
export function wrong(check: string, says: string, mend: string): Finding {
  return { check, state: 'wrong', says, mend }
}
