import type { Shot } from './shot.ts'

/** What a connection sends next, and what has to come back. */
export interface Next extends Shot {
  /** The place of the request in its plan. */
  readonly place: number
  /** What is asked, in a mixed load. */
  readonly kind?: string
  /** Told what came back, where that matters for later requests. */
  readonly onAnswer?: (text: string) => void
}

/** Hands out requests. */
export interface Queue {
  /** The next request; nothing when there is no more. */
  next(): Next | undefined
}
