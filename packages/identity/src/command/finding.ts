/** What the doctor found about one thing. `idle`: there is nothing to look at yet. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'idle' | 'wrong'
  readonly says: string
  /** What to do; `''` where nothing is wrong. */
  readonly mend: string
}

/** It is as it should be. */
export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, mend: '' }
}

/** There is nothing to look at yet. */
export function idle(check: string, says: string): Finding {
  return { check, state: 'idle', says, mend: '' }
}

/** It is not as it should be, and this mends it. */
export function wrong(check: string, says: string, mend: string): Finding {
  return { check, state: 'wrong', says, mend }
}
