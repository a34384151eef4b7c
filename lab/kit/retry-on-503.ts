import { until } from './until.ts'

/** The service answered 503: nothing was promised, and what was asked for may be done or not. */
export class Answered503 extends Error {
  override readonly name = 'Answered503'
}

/** The answer; throws where it is a 503. */
export function unless503<Answer extends { readonly status: number }>(answer: Answer): Answer {
  if (answer.status === 503) throw new Answered503('The service answered 503')
  return answer
}

/** Whether an error says that the service answered 503: the helpers that open pages say it in words. */
export function is503(error: unknown): boolean {
  return error instanceof Answered503 || (error instanceof Error && /\b503\b/.test(error.message))
}

/**
 * Does again what met a 503, until it meets none: on a machine that pauses now and then, a 503 is no fault. For what may be
 * done twice alone.
 */
export function retryOn503<Value>(ask: () => Promise<Value>, mostMilliseconds?: number): Promise<Value> {
  const asked = () =>
    ask().catch((error: unknown) => {
      if (!is503(error)) throw error
      return undefined
    })
  return until('an answer that is no 503', asked, mostMilliseconds) as Promise<Value>
}
