import type { SsoStore } from '../index.ts'
import { identityRow } from '../rows.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type IdentitySteps = Pick<
  SsoStore<SqliteTransaction>,
  'findIdentity' | 'findIdentityByAccount' | 'insertIdentity' | 'removeIdentity'
>

const COLUMNS = 'issuer, subject, account_id, via, linked_at'

/** The links between citizens and accounts. Two unique indexes decide races. */
export function identityStatements({ db }: StoreNeeds): IdentitySteps {
  return {
    async findIdentity(issuer, subject, tx) {
      const [row] = await (tx ?? db).query(
        `select ${COLUMNS} from sso_identities where issuer = $1 and subject = $2`,
        [issuer, subject],
      )
      return row ? identityRow(row) : null
    },
    async findIdentityByAccount(accountId, tx) {
      const [row] = await (tx ?? db).query(
        `select ${COLUMNS} from sso_identities where account_id = $1 order by linked_at limit 1`,
        [accountId],
      )
      return row ? identityRow(row) : null
    },
    async insertIdentity(row, tx) {
      const inserted = await tx.query(
        `insert into sso_identities (${COLUMNS}) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
        [row.issuer, row.subject, row.accountId, row.via, row.linkedAt],
      )
      if (inserted.length > 0) return 'inserted'
      const there = await tx.query(
        `select 1 from sso_identities where issuer = $1 and subject = $2 and account_id = $3`,
        [row.issuer, row.subject, row.accountId],
      )
      return there.length > 0 ? 'same' : 'conflict'
    },
    async removeIdentity(row, tx) {
      const removed = await tx.query(
        `delete from sso_identities where issuer = $1 and subject = $2 and account_id = $3 returning 1`,
        [row.issuer, row.subject, row.accountId],
      )
      return removed.length > 0
    },
  }
}
