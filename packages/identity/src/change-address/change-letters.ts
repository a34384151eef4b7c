import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, type LetterText, postLetter } from '../mail/index.ts'
import { type MintedLink, mintLink } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { inLanguage } from '../platform/languages.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { CHANGE_ADDRESS_WORDS, type ChangeAddressWords } from './words/index.ts'

/** How long it is useful to tell a citizen what has happened. */
const NEWS_SECONDS = 7 * 24 * 60 * 60

type Letters = ChangeAddressWords['letters']

/** What the outbox calls the letter, its text, its address, and when it is worthless. */
interface ChangeLetter {
  readonly name: string
  readonly text: (letters: Letters) => LetterText
  readonly address: string
  readonly expiresAt: UnixSeconds
}

/** Makes a link that stops or undoes a change. The caller stores its hash. */
export function mintKeepLink(needs: LetterNeeds, { citizenId }: Citizen): MintedLink {
  return mintLink(needs, KEEP_ADDRESS_LINK, citizenId, 'none')
}

/** Writes a letter to an address of a citizen. */
export async function writeLetter(
  needs: LetterNeeds,
  citizen: Citizen,
  { name, text, address, expiresAt }: ChangeLetter,
): Promise<void> {
  const { fullName, language } = citizen
  const { letters } = inLanguage(CHANGE_ADDRESS_WORDS, language)
  await postLetter(
    needs,
    { kind: 'written', name, text: text(letters) },
    { to: { name: fullName, address }, language, expiresAt },
  )
}

/** Tells the address that the account had until now that the old one took it back. */
export async function writeGivenBack(needs: LetterNeeds, citizen: Citizen): Promise<void> {
  const at = needs.clock.now()
  const signInAddress = needs.baseUrl + PATHS.login
  await writeLetter(needs, citizen, {
    name: 'address-given-back',
    text: ({ givenBack }) => givenBack({ at, signInAddress }, needs.serviceName),
    address: citizen.email,
    expiresAt: plusSeconds(at, NEWS_SECONDS),
  })
}

const NEWS = {
  'address-change-stopped': ({ stopped }: Letters) => stopped,
  'address-is-new': ({ isNew }: Letters) => isNew,
}

/** Writes a letter about what has happened, with the way to a new password. */
export async function writeNews(
  needs: LetterNeeds,
  name: keyof typeof NEWS,
  citizen: Citizen,
  address: string,
): Promise<void> {
  const { clock, baseUrl, serviceName } = needs
  const at = clock.now()
  const facts = { at, recoverAddress: baseUrl + PATHS.recover }
  await writeLetter(needs, citizen, {
    name,
    text: (letters) => NEWS[name](letters)(facts, serviceName),
    address,
    expiresAt: plusSeconds(at, NEWS_SECONDS),
  })
}
