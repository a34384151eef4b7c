import { type BoundedAnswer, jsonObjectIn } from './bounded-answer.ts'

/** How a request to the identity service ended. */
export type Ending =
  | 'no answer'
  | '200 that can be read'
  | '200 that cannot be read'
  | '429'
  | '400'
  | 'another 4xx'
  | 'another status'

/**
 * What that says of the endpoint, and of nothing else: what whoever asked is told is decided elsewhere. A stranger may
 * choose the code of a callback, and so whether the answer is 200 or 4xx; he must not choose between these words.
 */
export const HEARD: Readonly<Record<Ending, 'answered' | 'asks us to wait' | 'did not answer'>> = {
  'no answer': 'did not answer',
  '200 that can be read': 'answered',
  '200 that cannot be read': 'did not answer',
  '429': 'asks us to wait',
  '400': 'answered',
  'another 4xx': 'answered',
  'another status': 'did not answer',
}

/** Nothing came back; the message says why in a few words. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** How a request ended; `json` says whether a good answer has a JSON object in it. */
export function endingOf(came: BoundedAnswer | NotReached, json: boolean): Ending {
  if (came instanceof NotReached) return 'no answer'
  const { status } = came
  if (status === 429 || status === 400) return `${status}`
  if (status > 400 && status < 500) return 'another 4xx'
  if (status !== 200) return 'another status'
  // A page on the way, whatever its status, could end a session.
  return !json || jsonObjectIn(came) ? '200 that can be read' : '200 that cannot be read'
}
