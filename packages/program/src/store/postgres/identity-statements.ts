import type { SsoStore } from '../index.ts'
import { identityRow } from '../rows.ts'
import type { Connection } from './connection.ts'

type IdentitySteps<Tx> = Pick<
  SsoStore<Tx>,
  'findIdentity' | 'findIdentityByAccount' | 'insertIdentity' | 'removeIdentity'
>

const COLUMNS = 'issuer, subject, account_id, via, linked_at'

/** The links between citizens and accounts. Two unique indexes decide races. */
export function identityStatements<Tx>(db: Connection<Tx>, schema: string): IdentitySteps<Tx> {
  return {
    async findIdentity(issuer, subject, tx) {
      const [row] = await db.query(
        `select ${COLUMNS} from ${schema}.identities where issuer = $1 and subject = $2${tx ? ' for update' : ''}`,
        [issuer, subject],
        tx,
      )
      return row ? identityRow(row) : null
    },
    async findIdentityByAccount(accountId, tx) {
      const [row] = await db.query(
        `select ${COLUMNS} from ${schema}.identities where account_id = $1 order by linked_at limit 1`,
        [accountId],
        tx,
      )
      return row ? identityRow(row) : null
    },
    async insertIdentity(row, tx) {
      const inserted = await db.query(
        `insert into ${schema}.identities (${COLUMNS}) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
        [row.issuer, row.subject, row.accountId, row.via, row.linkedAt],
        tx,
      )
      if (inserted.length > 0) return 'inserted'
      const there = await db.query(
        `select 1 from ${schema}.identities where issuer = $1 and subject = $2 and account_id = $3 for update`,
        [row.issuer, row.subject, row.accountId],
        tx,
      )
      return there.length > 0 ? 'same' : 'conflict'
    },
    async removeIdentity(row, tx) {
      const removed = await db.query(
        `delete from ${schema}.identities where issuer = $1 and subject = $2 and account_id = $3 returning 1`,
        [row.issuer, row.subject, row.accountId],
        tx,
      )
      return removed.length > 0
    },
  }
}
