import type { IdentityRow, SsoStore } from '../index.ts'
import { identityRow } from '../rows.ts'
import type { Statements } from './database.ts'

type IdentitySteps<Tx> = Pick<
  SsoStore<Tx>,
  'findIdentity' | 'findIdentityByAccount' | 'insertIdentity' | 'removeIdentity'
>

const COLUMNS = 'issuer, subject, account_id, via, linked_at'
const THIS_LINK = 'issuer = $1 and subject = $2 and account_id = $3'

/**
 * The links between citizens and accounts. Two unique indexes decide races. Inside a transaction, every read locks: in MySQL
 * with REPEATABLE READ, another one would not see what was committed meanwhile.
 */
export function identityStatements<Tx>(db: Statements<Tx>): IdentitySteps<Tx> {
  return {
    async findIdentity(issuer, subject, tx) {
      const [row] = await db.query(
        `select ${COLUMNS} from sso_identities where issuer = $1 and subject = $2${tx ? ' for update' : ''}`,
        [issuer, subject],
        tx,
      )
      return row ? identityRow(row) : null
    },
    async findIdentityByAccount(accountId, tx) {
      const [row] = await db.query(
        `select ${COLUMNS} from sso_identities where account_id = $1 order by linked_at limit 1${tx ? ' for update' : ''}`,
        [accountId],
        tx,
      )
      return row ? identityRow(row) : null
    },
    async insertIdentity(row, tx) {
      const inserted = await db.execute(
        `insert into sso_identities (${COLUMNS}) values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [...linkOf(row), row.via, row.linkedAt],
        tx,
      )
      if (inserted > 0) return 'inserted'
      // All who lost the race in MySQL have read the row already, for the duplicate. With "for update" each would wait for all others.
      const there = await db.query(
        `select account_id from sso_identities where ${THIS_LINK} for share`,
        linkOf(row),
        tx,
      )
      return there.length > 0 ? 'same' : 'conflict'
    },
    async removeIdentity(row, tx) {
      return (await db.execute(`delete from sso_identities where ${THIS_LINK}`, linkOf(row), tx)) > 0
    },
  }
}

function linkOf({ issuer, subject, accountId }: IdentityRow): readonly string[] {
  return [issuer, subject, accountId]
}
