import { until } from './until.ts'

/** A 503: nothing was promised, and what was asked for may be done or not. */
export class PutOff extends Error {
  override readonly name = 'PutOff'
}

/** The answer; PutOff where it is a 503. */
export function unlessPutOff<Answer extends { readonly status: number }>(answer: Answer): Answer {
  if (answer.status === 503) throw new PutOff('The service answered 503')
  return answer
}

/** Whether this says that the service answered 503: what opens pages and walks through them says it in words. */
export function isPutOff(error: unknown): boolean {
  return error instanceof PutOff || (error instanceof Error && /\b503\b/.test(error.message))
}

/**
 * Does again what met a 503, until it meets none: on a machine that stands still now and then that is an honest answer,
 * and no fault. For what may be done twice alone.
 */
export function patiently<Value>(ask: () => Promise<Value>, patienceMilliseconds?: number): Promise<Value> {
  const asked = () => ask().catch(nothingYet)
  return until('an answer that is no 503', asked, patienceMilliseconds) as Promise<Value>
}

function nothingYet(error: unknown): undefined {
  if (!isPutOff(error)) throw error
}
