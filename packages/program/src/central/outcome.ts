import { type BoundedResponse, jsonObjectIn } from './bounded-response.ts'

/** How a request to the identity service ended. */
export type Outcome =
  | 'no answer'
  | '200 that can be read'
  | '200 that cannot be read'
  | '429'
  | '400'
  | 'another 4xx'
  | 'another status'

/**
 * What an outcome means for the breaker of the endpoint. Any visitor can bring an invented code to the callback, and
 * so cause a 4xx. So a 4xx must mean `answered`, as a 200 does.
 */
export const ENDPOINT_SIGNAL: Readonly<Record<Outcome, 'answered' | 'asks us to wait' | 'did not answer'>> = {
  'no answer': 'did not answer',
  '200 that can be read': 'answered',
  '200 that cannot be read': 'did not answer',
  '429': 'asks us to wait',
  '400': 'answered',
  'another 4xx': 'answered',
  'another status': 'did not answer',
}

/** No response arrived. The message says why. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Classifies a response. `json`: whether a 200 must contain a JSON object. */
export function outcomeOf(received: BoundedResponse | NotReached, json: boolean): Outcome {
  if (received instanceof NotReached) return 'no answer'
  const { status } = received
  if (status === 429 || status === 400) return `${status}`
  if (status > 400 && status < 500) return 'another 4xx'
  if (status !== 200) return 'another status'
  // A proxy can send a page with status 200. It must not end a session.
  return !json || jsonObjectIn(received) ? '200 that can be read' : '200 that cannot be read'
}
