import type { Session } from '../platform/postgres/session.ts'

/** Runs a statement that was made from the catalogue of the database: names of views, columns and roles are no parameters. */
export async function runMade(session: Session, text: string): Promise<void> {
  await session.runText(text)
}
