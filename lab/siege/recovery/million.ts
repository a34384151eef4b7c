import { createDatabase } from '../../../journeys/kit/postgres-server.ts'
import type { RecoverableServer } from '../../../journeys/kit/recoverable-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { MIGRATIONS } from '../../../packages/identity/src/migrations.ts'
import { openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import type { Database } from '../../../packages/identity/src/platform/postgres/database.ts'
import { migrate } from '../../../packages/identity/src/platform/postgres/migrate.ts'
import { fillTables } from '../../../packages/identity/testing/crowd.ts'

const DATABASE = 'citizens'

/** A migrated database with a crowd of citizens, each with a session, a grant, tokens and links. */
export async function createCrowdedDatabase({ place }: RecoverableServer, citizens: number) {
  const url = await createDatabase(place, DATABASE)
  const address = { kind: 'socket', ...place, database: DATABASE } as const
  await migrate(address, MIGRATIONS)
  await fillTables({ address }, { citizens, nowSeconds: Math.floor(Date.now() / 1000), clientId: 'crowd' })
  const db = openPool(address, { connections: 4, deadlineMilliseconds: 600_000, access: 'any' })
  return { name: DATABASE, url, db, drop: () => db.close() }
}

/** What must be the same before and after: the accounts of the crowd and what they have allowed, in one number. */
export async function digestCrowd(db: Database): Promise<string> {
  const [found] = await db.query<{ digest: string }>`
    select concat(count(*), ' citizens, digest ',
                  sum(hashtextextended(concat_ws('|', c.citizen_id, c.subject, c.email, c.email_verified, c.full_name, c.standing,
                                                 c.password_hash, e.citizen_id, n.client_id, n.scope, n.connected_at), 0)::numeric)) as digest
      from citizens c
      join login_emails e on e.email = c.email
      join connections n on n.citizen_id = c.citizen_id and n.client_id = 'crowd'
     where c.email like '%@crowd.example.test'`
  return found?.digest ?? ''
}

/** Waits until no letter is left in the outbox, except those of the crowd, which are due tomorrow. */
export async function lettersAreSent(db: Database): Promise<void> {
  const isSent = async () => {
    const waiting = await db.query`
      select 1 from outbox where recipient not like '%@new.example.test' limit 1`
    return waiting.length === 0 || undefined
  }
  await until('the letters are sent', isSent)
}

/** Bytes as gigabytes. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(2)} GB`
}
