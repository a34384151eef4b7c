import type { AccountRows, LoadAccount } from '../../accounts.ts'
import type { PgClientLike, PgPoolLike, Row } from './connection.ts'

/**
 * Makes `load` for accounts in the database of the store, from one select that returns at most one row. `$account_id`
 * stands for the account's id, as text: `select id::text as id, name from users where id = $account_id::bigint`. A
 * guarded request then reads session and account in one statement. `read` makes the account from the row. Without it,
 * the row is the account.
 */
export function loadBySelect<Account>(
  pool: PgPoolLike,
  select: string,
  read: (row: Row) => Account = (row) => row as Account,
): LoadAccount<Account, PgClientLike> & { readonly rows: AccountRows<Account> } {
  if (!select.includes('$account_id')) throw new Error('loadBySelect: the select must use $account_id')
  if (/\$\d/.test(select)) throw new Error('loadBySelect: the only parameter of the select is $account_id')
  const text = select.replaceAll('$account_id', '$1::text')
  const load = async (accountId: string, tx?: PgClientLike) => {
    const { rows } = await (tx ?? pool).query(text, [accountId])
    return rows[0] ? read(rows[0]) : null
  }
  return Object.assign(load, { rows: { client: pool, select, read } })
}
