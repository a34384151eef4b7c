import { arrayOf, byteaArray } from './values.ts'

/** One column of a batch, as an array parameter. */
type Cell = string | number | null | Buffer

/**
 * Turns many requests into one array parameter per column, for `unnest(...)` in a statement that answers all of them.
 * `number` is the request's place in the batch, by which answers find their way back.
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
  column(read: (request: Request) => Cell): string {
    const cells = this.#requests.map(read)
    return cells.every((cell) => Buffer.isBuffer(cell)) ? byteaArray(cells) : arrayOf(cells.map(plain))
  }
  /** Puts rows that carry their request's `number` into the order of the requests. */
  inOrder<Row extends { readonly number: number }>(rows: readonly Row[]): readonly (Row | undefined)[] {
    const places = new Array<Row | undefined>(this.#requests.length).fill(undefined)
    for (const row of rows) places[row.number] = row
    return places
  }
}

function plain(cell: Cell): string | number | null {
  return Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : cell
}
