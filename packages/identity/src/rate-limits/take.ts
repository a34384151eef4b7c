/** A process asks for a part of what one key may still spend in its window. */
export interface TakeRequest {
  readonly counter: string
  readonly nowMilliseconds: number
  readonly windowMilliseconds: number
  /** How many the key may spend in one window, over all processes. */
  readonly allowance: number
  /** Requests that wait for it at this moment; they are served first. */
  readonly demand: number
  /** How many it would hold for the requests to come; it gets at most an eighth of what remains. */
  readonly ahead: number
}

/** What the process got, and when it is worth nothing any more. */
export interface Taken {
  /** Fewer than the demand: nothing remains. */
  readonly taken: number
  readonly endsAtMilliseconds: number
}

/** Takes from a counter that all processes share; never gives more than the allowance in sum. */
export type Take = (request: TakeRequest) => Promise<Taken>
