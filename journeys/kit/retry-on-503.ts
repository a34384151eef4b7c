import { until } from './until.ts'

/** The service answered 503: the request may have had its effect or not. */
export class Answered503 extends Error {
  override readonly name = 'Answered503'
}

/** The answer. Throws if it is a 503. */
export function unless503<Answer extends { readonly status: number }>(answer: Answer): Answer {
  if (answer.status === 503) throw new Answered503('The service answered 503')
  return answer
}

/** Whether an error means a 503. The helpers that open pages have it in their message. */
export function is503(error: unknown): boolean {
  return error instanceof Answered503 || (error instanceof Error && /\b503\b/.test(error.message))
}

/**
 * Repeats work until it gets no 503, because on a machine that pauses, a 503 is no fault. Only for work that may be done
 * twice.
 */
export function retryOn503<Value>(ask: () => Promise<Value>, mostMilliseconds?: number): Promise<Value> {
  const asked = () =>
    ask().catch((error: unknown) => {
      if (!is503(error)) throw error
      return undefined
    })
  return until('an answer that is no 503', asked, mostMilliseconds) as Promise<Value>
}
