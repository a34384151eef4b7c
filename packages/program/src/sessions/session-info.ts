import type { SessionInfo } from '../program-sso.ts'
import type { SessionRow } from '../store/index.ts'

/** A session as the program may see it. */
export function sessionInfo(row: SessionRow): SessionInfo {
  const { id, createdAt, expiresAt, lastUsedAt, centralCheckedAt } = row
  return { id, createdAt, expiresAt, lastUsedAt, centralCheckedAt }
}
