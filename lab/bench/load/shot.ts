/** One request as the bytes that go over the wire, and what its answer must be. */
export interface Shot {
  readonly request: string
  readonly status: number
  /** Words that the answer must hold, in its head or its body. */
  readonly contains: string
}
