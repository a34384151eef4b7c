import type { Citizen } from '../citizens/index.ts'
import { type Letter, type LetterNeeds, postLetter } from '../mail/index.ts'
import { type MintedLink, mintLink } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

/** Makes a link that stops or undoes a change. The caller stores its hash. */
export function mintKeepLink(needs: LetterNeeds, { citizenId }: Citizen): MintedLink {
  return mintLink(needs, KEEP_ADDRESS_LINK, citizenId, 'none')
}

/** Writes a letter to an address of a citizen. It is worthless after `expiresAt`. */
export async function writeLetter(
  needs: LetterNeeds,
  letter: Letter,
  { fullName: name, language }: Citizen,
  { address, expiresAt }: { readonly address: string; readonly expiresAt: UnixSeconds },
): Promise<void> {
  await postLetter(needs, letter, { to: { name, address }, language, expiresAt })
}

/** Tells the address that the account had until now that the old one took it back. */
export async function writeGivenBack(needs: LetterNeeds, citizen: Citizen): Promise<void> {
  const at = needs.clock.now()
  const letter = { kind: 'address-given-back' as const, at, signInAddress: needs.baseUrl + PATHS.login }
  const expiresAt = plusSeconds(at, NEWS_SECONDS)
  await writeLetter(needs, letter, citizen, { address: citizen.email, expiresAt })
}

/** Writes a letter about what has happened, with the way to a new password. */
export async function writeNews(
  needs: LetterNeeds,
  kind: 'address-change-stopped' | 'address-is-new',
  citizen: Citizen,
  address: string,
): Promise<void> {
  const at = needs.clock.now()
  const letter = { kind, at, recoverAddress: needs.baseUrl + PATHS.recover }
  await writeLetter(needs, letter, citizen, { address, expiresAt: plusSeconds(at, NEWS_SECONDS) })
}
