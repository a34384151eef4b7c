import type { Database } from '../src/platform/postgres/database.ts'

/** Something else that happens, and commits, right after a statement of a request: a race that needs no luck. */
export class Interruption {
  #waiting: { readonly after: string; happen(): Promise<unknown> } | undefined

  /** Whether nothing waits any more: it has happened. */
  get isOver(): boolean {
    return this.#waiting === undefined
  }
  /** Lets it happen after the next statement that has this part. */
  after(part: string, happen: () => Promise<unknown>): void {
    this.#waiting = { after: part, happen }
  }
  /** The database of the service, for `between`. */
  readonly between = (db: Database): Database => ({
    layout: () => db.layout(),
    transaction: (work) => db.transaction((tx) => work(this.between(tx))),
    query: async (statement, ...values) => {
      const due =
        this.#waiting && statement.join('').includes(this.#waiting.after) ? this.#waiting : undefined
      if (due) this.#waiting = undefined
      const rows = await db.query<never>(statement, ...values)
      await due?.happen()
      return rows
    },
  })
}
