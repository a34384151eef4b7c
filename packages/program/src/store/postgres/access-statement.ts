import type { FoundSession, SsoStore } from '../index.ts'
import { endedCause, flag, number, sessionDevice, text } from '../rows.ts'
import { arrayLiteral } from './array-literal.ts'
import { coalesce } from './coalesce.ts'
import type { Connection, Row } from './connection.ts'

type Find = (accessHash: string) => Promise<FoundSession | null>

/**
 * The statement of every guarded request. It reads token, session and, if the program gave its SQL, the account.
 * Requests that wait at the same time share one statement. Times are read as seconds, because drivers read numbers ten
 * times faster than timestamps.
 */
export function findingByAccess<Tx>(db: Connection<Tx>, schema: string): SsoStore<Tx>['findSessionByAccess'] {
  const finders = new Map<string | undefined, Find>()
  return (accessHash, accounts) => {
    const select = accounts?.client === db.client ? accounts?.select : undefined
    const find = finders.get(select) ?? finderOf(db, schema, select)
    finders.set(select, find)
    return find(accessHash)
  }
}

function finderOf<Tx>(db: Connection<Tx>, schema: string, select: string | undefined): Find {
  const statement = statementOf(schema, select)
  return coalesce(async (hashes) => {
    const asked = [arrayLiteral([...new Set(hashes)])]
    const rows = await (select === undefined
      ? db.query(statement, asked)
      : db.queryForProgram(statement, asked))
    const account = select === undefined ? null : accountReader(rows)
    const found = new Map(rows.map((row) => [text(row, 'sso.access_hash'), foundSession(row, account)]))
    return hashes.map((hash) => found.get(hash) ?? null)
  })
}

const SECONDS = [
  'created_at',
  'expires_at',
  'last_used_at',
  'central_checked_at',
  'central_access_expires_at',
  'authenticated_at',
]
  .map((column) => `date_part('epoch', s.${column}) as "sso.${column}"`)
  .concat(`date_part('epoch', clock_timestamp()) as "sso.read_at"`)
  .join(', ')

const DEVICE = ['device_browser', 'device_system', 'device_ip']
  .map((column) => `s.${column} as "sso.${column}"`)
  .join(', ')

/** The names of our columns contain a dot, so that they differ from the names of the program's columns. */
function statementOf(schema: string, accounts: string | undefined): string {
  return `select t.access_hash as "sso.access_hash", date_part('epoch', t.expires_at) as "sso.access_expires_at",
      s.id as "sso.id", s.account_id as "sso.account_id", s.issuer as "sso.issuer", s.subject as "sso.subject", ${SECONDS},
      s.generation as "sso.generation", s.ended_cause as "sso.ended_cause", s.acr as "sso.acr", ${DEVICE}${accounts === undefined ? '' : ', account.*'}
    from ${schema}.access_tokens t join ${schema}.sessions s on s.id = t.session_id ${joinOf(accounts)}
   where t.access_hash = any($1::text[])`
}

function joinOf(accounts: string | undefined): string {
  if (accounts === undefined) return ''
  const select = accounts.replaceAll('$account_id', 's.account_id')
  return `left join lateral (select true as "sso.found", q.* from (${select}) q limit 1) account on true`
}

type ReadAccount = (row: Row) => Row | null

/** Reads the program's own columns from the rows of one result. All rows have the same columns. */
function accountReader([first = {}]: readonly Row[]): ReadAccount {
  const names = Object.keys(first).filter((name) => !name.startsWith('sso.'))
  return (row) => {
    if (row['sso.found'] === null || !flag(row, 'sso.found')) return null
    const account: Record<string, unknown> = {}
    for (const name of names) account[name] = row[name]
    return account
  }
}

function foundSession(row: Row, account: ReadAccount | null): FoundSession {
  const at = (column: string) => new Date(number(row, column) * 1000)
  return {
    session: {
      id: text(row, 'sso.id'),
      accountId: text(row, 'sso.account_id'),
      issuer: text(row, 'sso.issuer'),
      subject: text(row, 'sso.subject'),
      createdAt: at('sso.created_at'),
      expiresAt: at('sso.expires_at'),
      lastUsedAt: at('sso.last_used_at'),
      centralCheckedAt: at('sso.central_checked_at'),
      centralAccessExpiresAt: at('sso.central_access_expires_at'),
      generation: number(row, 'sso.generation'),
      endedCause: endedCause(row, 'sso.ended_cause'),
      authenticatedAt: row['sso.authenticated_at'] === null ? null : at('sso.authenticated_at'),
      acr: row['sso.acr'] === null ? null : text(row, 'sso.acr'),
      device: sessionDevice(row, 'sso.'),
      readAt: at('sso.read_at'),
    },
    accessExpiresAt: at('sso.access_expires_at'),
    ...(account ? { account: account(row) } : {}),
  }
}
