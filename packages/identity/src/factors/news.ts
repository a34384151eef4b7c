import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, type LetterText, postLetter, WAS_NOT_ME } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { inLanguage, type Translations } from '../platform/languages.ts'

/** How long it is useful to tell a citizen about what signs in beside the password. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/** When it happened. */
export interface NewsFacts {
  readonly at: UnixSeconds
}

/** Keys that a recovery by mail has removed, by the instants when they were added: a stranger may have chosen their names. */
export interface RecentRemoved {
  readonly addedAt: readonly UnixSeconds[]
}

/** What a letter says. Its button is always the same: it leads to the page for a new password. */
export type NewsText = Pick<LetterText, 'subject' | 'before'>

/** A letter about what signs in beside the password: its name in the outbox, and its words in each language. */
export interface News<Facts> {
  readonly name: string
  readonly write: Translations<(facts: Facts, serviceName: string) => NewsText>
}

/** Where a letter leads, and whose it is. */
export interface NewsPlace {
  readonly recoverAddress: string
  readonly serviceName: string
}

/** Writes a letter in a language. */
export function newsLetter<Facts>(
  { name, write }: News<Facts>,
  facts: Facts,
  language: string,
  { recoverAddress: address, serviceName }: NewsPlace,
) {
  const { step: label } = inLanguage(WAS_NOT_ME, language)
  const said = inLanguage(write, language)(facts, serviceName)
  return { kind: 'written' as const, name, text: { ...said, steps: [{ label, address }], after: [] } }
}

/** Tells a citizen what changed, in the transaction of the change. */
export async function postNews<Facts>(
  needs: LetterNeeds,
  { fullName: name, email: address, language }: Citizen,
  news: News<Facts>,
  facts: Facts,
): Promise<void> {
  const { baseUrl, serviceName } = needs
  const place = { recoverAddress: baseUrl + PATHS.recover, serviceName }
  const expiresAt = plusSeconds(needs.clock.now(), LETTER_LIFETIME_SECONDS)
  await postLetter(needs, newsLetter(news, facts, language, place), {
    to: { name, address },
    language,
    expiresAt,
  })
}
