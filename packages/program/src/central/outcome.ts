import { type BoundedAnswer, jsonObjectIn } from './bounded-answer.ts'

/** The outcome of a request to the identity service. */
export type Outcome =
  | 'no answer'
  | '200 that can be read'
  | '200 that cannot be read'
  | '429'
  | '400'
  | 'another 4xx'
  | 'another status'

/**
 * What an outcome means for the endpoint. Any visitor can invent a code and so choose between 200 and 4xx. So both
 * must mean `answered`.
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

/** There was no answer. The message says why. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Classifies an answer. `json`: whether a 200 must contain a JSON object. */
export function outcomeOf(received: BoundedAnswer | NotReached, json: boolean): Outcome {
  if (received instanceof NotReached) return 'no answer'
  const { status } = received
  if (status === 429 || status === 400) return `${status}`
  if (status > 400 && status < 500) return 'another 4xx'
  if (status !== 200) return 'another status'
  // A page of a proxy, with status 200, must not end a session.
  return !json || jsonObjectIn(received) ? '200 that can be read' : '200 that cannot be read'
}
