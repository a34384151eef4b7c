import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, type News, type NewsFacts, postNews } from '../mail/index.ts'
import { type MintedLink, mintLink } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { CHANGE_ADDRESS_WORDS as WORDS } from './words/index.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

/** The letters about a new address. */
export const CHANGE_LETTERS = {
  prove: { name: 'new-address', write: partOf(WORDS, ({ letters }) => letters.prove) },
  taken: { name: 'address-taken', write: partOf(WORDS, ({ letters }) => letters.taken) },
  begun: { name: 'address-change-begun', write: partOf(WORDS, ({ letters }) => letters.begun) },
  changed: { name: 'address-changed', write: partOf(WORDS, ({ letters }) => letters.changed) },
  stopped: { name: 'address-change-stopped', write: partOf(WORDS, ({ letters }) => letters.stopped) },
  isNew: { name: 'address-is-new', write: partOf(WORDS, ({ letters }) => letters.isNew) },
  wayBack: { name: 'address-way-back', write: partOf(WORDS, ({ letters }) => letters.wayBack) },
  givenBack: { name: 'address-given-back', write: partOf(WORDS, ({ letters }) => letters.givenBack) },
  suspended: {
    name: 'address-given-back-suspended',
    write: partOf(WORDS, ({ letters }) => letters.givenBackSuspended),
  },
}

/** Makes a link that stops or undoes a change. The caller stores its hash. */
export function mintKeepLink(needs: LetterNeeds, { citizenId }: Citizen): MintedLink {
  return mintLink(needs, KEEP_ADDRESS_LINK, citizenId, 'none')
}

/** Tells a citizen at the address of `citizen` what has happened. */
export async function writeNews(
  needs: LetterNeeds,
  citizen: Citizen,
  news: News<NewsFacts & { readonly signInAddress: string }>,
): Promise<void> {
  const at = needs.clock.now()
  const facts = { at, signInAddress: needs.baseUrl + PATHS.login }
  await postNews(needs, { ...citizen, expiresAt: plusSeconds(at, NEWS_SECONDS) }, news, facts)
}
