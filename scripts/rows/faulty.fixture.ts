import type { Database } from '../../packages/identity/src/platform/postgres/database.ts'

/** Statements that declare rows which PostgreSQL does not return, one fault each. */
export function faultyStatements(db: Database, table: string): readonly Promise<unknown>[] {
  const asText = <Row>(text: string): Promise<Row[]> => Promise.resolve([text].map(() => ({}) as Row))
  const reader = { query: asText }
  return [
    db.query<{ readonly right: string }>`select email as right from citizens where citizen_id = ${'1'}`,
    db.query<{ readonly subjct: string }>`select subject as subjct, email from citizens`,
    db.query<{ readonly emial: string }>`select email from citizens`,
    db.query<{ readonly subject: number }>`select subject from citizens`,
    db.query<{ readonly at: Date | string }>`select created_at as at from citizens`,
    db.query<{ readonly spent_at: Date }>`select spent_at from authorization_codes`,
    db.query<{
      readonly spent_at: Date
    }>`select spent_at from authorization_codes where spent_at is not null`,
    db.query<{ readonly spent_at: Date | null }>`select spent_at from authorization_codes`,
    db.query<{ readonly count: number }>`select count(*) as count from nowhere`,
    reader.query<{ readonly one: number }>(`select one from ${table}`),
  ]
}

/** A row whose type is inferred from what a function returns is declared as well. */
export function inferred(db: Database): Promise<{ readonly highest: string }[]> {
  return db.query`select max(security_version)::int as highest from citizens`
}
