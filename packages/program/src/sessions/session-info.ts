import type { SessionInfo } from '../program-sso.ts'
import type { SessionRow } from '../store/index.ts'

/** The part of a session that the program may see. */
export function sessionInfo(row: SessionRow): SessionInfo {
  const { id, subject, createdAt, expiresAt, lastUsedAt, centralCheckedAt, authenticatedAt, acr, device } =
    row
  return { id, subject, createdAt, expiresAt, lastUsedAt, centralCheckedAt, authenticatedAt, acr, device }
}
