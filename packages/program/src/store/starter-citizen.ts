import { type Row, text } from './rows.ts'

/** A row of the starter table. */
export interface StarterCitizen {
  id: string
  name: string | null
  email: string
}

/** Reads a row of the starter table. */
export function starterCitizen(row: Row): StarterCitizen {
  const name = row['name'] === null ? null : text(row, 'name')
  return { id: text(row, 'id'), name, email: text(row, 'email') }
}

/** Runs the work once. After a failure, the next caller tries again. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let made: Promise<void> | null = null
  return () => {
    made ??= work().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
