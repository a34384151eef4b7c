import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, postLetter } from '../mail/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { inLanguage } from '../platform/languages.ts'
import { KEEP_APP_LINK } from './links.ts'
import { LOST_APP_WORDS, type LostAppWords } from './words/index.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

type Letters = LostAppWords['letters']

const WARNINGS = {
  'app-removal-requested': ({ requested }: Letters) => requested,
  'app-removal-soon': ({ soon }: Letters) => soon,
}

const NEWS = {
  'app-removal-stopped': ({ stopped }: Letters) => stopped,
  'app-removal-done': ({ done }: Letters) => done,
}

const lettersTo = ({ language }: Citizen) => inLanguage(LOST_APP_WORDS, language).letters

/** Writes a letter about a removal that waits, with a link that stops it. */
export async function writeWarning(
  needs: LetterNeeds,
  name: keyof typeof WARNINGS,
  citizen: Citizen,
  dueAt: UnixSeconds,
): Promise<void> {
  const { address: link } = await storeLink(needs, KEEP_APP_LINK, citizen)
  const text = WARNINGS[name](lettersTo(citizen))({ dueAt, link }, needs.serviceName)
  await postLetter(needs, { kind: 'written', name, text }, { ...recipient(citizen), expiresAt: dueAt })
}

/** Writes a letter about the end of a removal. */
export async function writeNews(
  needs: LetterNeeds,
  name: keyof typeof NEWS,
  citizen: Citizen,
): Promise<void> {
  const { clock, baseUrl, serviceName } = needs
  const at = clock.now()
  const text = NEWS[name](lettersTo(citizen))({ at, recoverAddress: baseUrl + PATHS.recover }, serviceName)
  const expiresAt = plusSeconds(at, NEWS_SECONDS)
  await postLetter(needs, { kind: 'written', name, text }, { ...recipient(citizen), expiresAt })
}

function recipient({ fullName: name, email: address, language }: Citizen) {
  return { to: { name, address }, language }
}
