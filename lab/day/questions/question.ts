/** Something of the contract that rows must not contradict. */
export interface Question {
  /** What is so. */
  readonly name: string
  /** The section of the contract that it stands for. */
  readonly section: string
  /** A statement that returns a row for each contradiction. `now()` is the end of the day. */
  readonly sql: string
}
