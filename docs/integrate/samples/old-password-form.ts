import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'

/** Checks an e-mail address and a password, as the program did before. Returns the account, or null. */
export async function checkPassword(pool: Pool, email: string, password: string): Promise<string | null> {
  const found = await pool.query<{ id: string; password_hash: string }>(
    'select id::text, password_hash from users where lower(email) = lower($1) and password_hash is not null',
    [email],
  )
  const user = found.rows[0]
  const [salt = '', hash = ''] = user?.password_hash.split(':') ?? []
  const isRight = timingSafeEqual(scryptSync(password, salt, 32), Buffer.alloc(32, hash, 'hex'))
  return user && isRight ? user.id : null
}

/** Opens an old session and returns its token. */
export async function openOldSession(pool: Pool, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await pool.query('insert into old_sessions (user_id, token_hash) values ($1, $2)', [accountId, hash])
  return token
}
