import { type Database, rowsOf } from '../platform/database.ts'

/** A new old session. `passwordHash` is the hash that the password was compared with. */
export interface NewOldSession {
  readonly id: string
  readonly accountId: string
  readonly passwordHash: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** An old session, as the guard and the link use it. */
export interface OldSession {
  readonly accountId: string
  readonly sessionRef: string
}

/**
 * Opens a session, unless the account was linked while its password was checked. The row is locked: either the link
 * waits and then removes this session, or this statement waits and then finds no password.
 */
export async function insertOldSession(db: Database, session: NewOldSession): Promise<boolean> {
  const opened = await rowsOf(
    db,
    `with account as (select id from accounts where id = $2 and password_hash = $3 for share)
     insert into old_sessions (id, account_id, token_hash, created_at, expires_at)
     select $1, id, $4, $5, $6 from account returning id`,
    [
      ...[session.id, session.accountId, session.passwordHash],
      ...[session.tokenHash, session.createdAt, session.expiresAt],
    ],
  )
  return opened.length > 0
}

/** The open session of a token. Null if its account is linked. */
export async function findOldSession(db: Database, tokenHash: string, now: Date): Promise<OldSession | null> {
  const [session] = await rowsOf<OldSession>(
    db,
    `select s.account_id as "accountId", s.id as "sessionRef"
       from old_sessions s join accounts a on a.id = s.account_id
      where s.token_hash = $1 and s.expires_at > $2 and a.password_hash is not null`,
    [tokenHash, now],
  )
  return session ?? null
}

/** Whether a session is still open. */
export async function isOldSessionOpen(db: Database, sessionRef: string, now: Date): Promise<boolean> {
  const open = await rowsOf(db, `select from old_sessions where id = $1 and expires_at > $2`, [
    sessionRef,
    now,
  ])
  return open.length > 0
}

/** Whether a session was opened after this time. Then the citizen entered the password after this time. */
export async function isOldSessionNewerThan(db: Database, sessionRef: string, since: Date): Promise<boolean> {
  const newer = await rowsOf(db, `select from old_sessions where id = $1 and created_at > $2`, [
    sessionRef,
    since,
  ])
  return newer.length > 0
}

/** Ends one session. */
export async function removeOldSession(db: Database, sessionRef: string): Promise<void> {
  await db.query(`delete from old_sessions where id = $1`, [sessionRef])
}

/** Ends all sessions of an account. */
export async function removeOldSessionsOf(db: Database, accountId: string): Promise<void> {
  await db.query(`delete from old_sessions where account_id = $1`, [accountId])
}

/** Removes expired sessions. */
export async function removeExpiredOldSessions(db: Database, now: Date): Promise<void> {
  await db.query(
    `delete from old_sessions where id in (select id from old_sessions where expires_at <= $1 limit 1000)`,
    [now],
  )
}
