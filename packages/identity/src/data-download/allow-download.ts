import type { SignedIn } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type LetterNeeds, postNews, type WakesMail } from '../mail/index.ts'
import { partOf } from '../platform/languages.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { DATA_WORDS } from './words/index.ts'

/** Everything that `allowDownload` uses. */
export interface AllowDownloadNeeds extends LetterNeeds, WakesMail, SpendsLimits {}

/** Why there is no file. */
export type DownloadRefusal = Wait

/** The letter about a copy. */
export const DOWNLOADED = {
  name: 'data-downloaded',
  write: partOf(DATA_WORDS, ({ letters }) => letters.downloaded),
}

/** Decides whether a citizen who has just proven who they are gets the file now. Writes the event and the letter before anything is sent. */
export async function allowDownload(
  needs: AllowDownloadNeeds,
  { citizen, session }: SignedIn,
  origin: AuditOrigin,
): Promise<Result<void, DownloadRefusal>> {
  const now = needs.clock.now()
  const allowed = await needs.limits.spend('download-per-citizen', citizen.citizenId)
  if (!allowed.allowed) return refused(allowed)
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    const { citizenId } = citizen
    const { sessionId } = session
    await appendEvent(inTransaction, { name: 'data-downloaded', origin, citizenId, sessionId })
    await postNews(inTransaction, citizen, DOWNLOADED, { at: now })
  })
  needs.mail.wake()
  return accepted(undefined)
}

/**
 * Decides whether the same form gets the file once more within the minute that its answer is kept. It writes nothing, but it reads all that the
 * service has about the citizen.
 */
export async function allowDownloadAgain(
  { limits }: Pick<AllowDownloadNeeds, 'limits'>,
  { citizen }: Pick<SignedIn, 'citizen'>,
): Promise<Result<void, DownloadRefusal>> {
  const allowed = await limits.spend('download-again-per-citizen', citizen.citizenId)
  return allowed.allowed ? accepted(undefined) : refused(allowed)
}
