import { type ArrayElement, arrayOf } from './values.ts'

/** A row of a batch: its request's place. */
export interface Numbered {
  readonly number: number
}

/**
 * Turns many requests into one array parameter per column, for `unnest(...)` in a statement that answers all of them.
 * `number` is the request's place in the batch, which assigns the answers to the requests.
 */
export class Batch<Request> {
  readonly #requests: readonly Request[]
  constructor(requests: readonly Request[]) {
    this.#requests = requests
  }
  /** The places 0, 1, 2, … of the requests. */
  numbers(): string {
    return arrayOf(this.#requests.map((_request, index) => index))
  }
  /** One column of the requests. */
  column(read: (request: Request) => ArrayElement): string {
    return arrayOf(this.#requests.map(read))
  }
  /** Puts rows that carry their request's `number` into the order of the requests. */
  inOrder<Row extends Numbered>(rows: readonly Row[]): readonly (Row | undefined)[] {
    const places = new Array<Row | undefined>(this.#requests.length).fill(undefined)
    for (const row of rows) places[row.number] = row
    return places
  }
}
