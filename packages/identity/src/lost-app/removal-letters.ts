import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, type News, type NewsFacts, postNews } from '../mail/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { KEEP_APP_LINK } from './links.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

/** The letters about a removal that waits. */
export const WARNINGS = {
  requested: {
    name: 'app-removal-requested',
    write: partOf(LOST_APP_WORDS, ({ letters }) => letters.requested),
  },
  ordered: {
    name: 'operator-removes-app',
    write: partOf(LOST_APP_WORDS, ({ letters }) => letters.ordered),
  },
  soon: { name: 'app-removal-soon', write: partOf(LOST_APP_WORDS, ({ letters }) => letters.soon) },
}

/** The letters about its end. */
export const ENDINGS = {
  stopped: { name: 'app-removal-stopped', write: partOf(LOST_APP_WORDS, ({ letters }) => letters.stopped) },
  done: { name: 'app-removal-done', write: partOf(LOST_APP_WORDS, ({ letters }) => letters.done) },
}

/** Writes a letter about a removal that waits, with a link that stops it. */
export async function writeWarning(
  needs: LetterNeeds,
  citizen: Citizen,
  warning: (typeof WARNINGS)[keyof typeof WARNINGS],
  dueAt: UnixSeconds,
): Promise<void> {
  const { address: link } = await storeLink(needs, KEEP_APP_LINK, citizen)
  await postNews(needs, { ...citizen, expiresAt: dueAt }, warning, { dueAt, link })
}

/** Writes a letter about the end of a removal. */
export async function writeNews(
  needs: LetterNeeds,
  citizen: Citizen,
  ending: News<NewsFacts>,
): Promise<void> {
  const at = needs.clock.now()
  await postNews(needs, { ...citizen, expiresAt: plusSeconds(at, NEWS_SECONDS) }, ending, { at })
}
