import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, postLetter } from '../mail/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { KEEP_APP_LINK } from './links.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

/** Writes a letter about a removal that waits, with a link that stops it. */
export async function writeWarning(
  needs: LetterNeeds,
  kind: 'app-removal-requested' | 'app-removal-soon',
  citizen: Citizen,
  dueAt: UnixSeconds,
): Promise<void> {
  const { address: link } = await storeLink(needs, KEEP_APP_LINK, citizen)
  await postLetter(needs, { kind, dueAt, link }, { ...recipient(citizen), expiresAt: dueAt })
}

/** Writes a letter about the end of a removal. */
export async function writeNews(
  needs: LetterNeeds,
  kind: 'app-removal-stopped' | 'app-removal-done',
  citizen: Citizen,
): Promise<void> {
  const at = needs.clock.now()
  const letter = { kind, at, recoverAddress: needs.baseUrl + PATHS.recover }
  await postLetter(needs, letter, { ...recipient(citizen), expiresAt: plusSeconds(at, NEWS_SECONDS) })
}

function recipient({ fullName: name, email: address, language }: Citizen) {
  return { to: { name, address }, language }
}
