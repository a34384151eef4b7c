/** A 503: nothing was promised, and what was asked for may be done or not. */
export class PutOff extends Error {
  override readonly name = 'PutOff'
}

/** The answer; PutOff where it is a 503. */
export function unlessPutOff<Answer extends { readonly status: number }>(answer: Answer): Answer {
  if (answer.status === 503) throw new PutOff('The service answered 503')
  return answer
}

const TRIES = 5
const PAUSE_MILLISECONDS = 500

/** Whether this says that the service answered 503: what opens pages and walks through them says it in words. */
export function isPutOff(error: unknown): boolean {
  return error instanceof PutOff || (error instanceof Error && /\b503\b/.test(error.message))
}

/**
 * Does once more what met a 503: on a machine that stands still now and then that is an honest answer, and no fault. For
 * what may be done twice alone.
 */
export async function patiently<Value>(
  ask: () => Promise<Value>,
  pause = PAUSE_MILLISECONDS,
): Promise<Value> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const answer = await ask().catch(putOffAlone)
    if (answer !== PUT_OFF) return answer as Value
    await new Promise((resolve) => void setTimeout(resolve, pause))
  }
  return ask()
}

const PUT_OFF = Symbol('put off')

function putOffAlone(error: unknown): typeof PUT_OFF {
  if (!isPutOff(error)) throw error
  return PUT_OFF
}
