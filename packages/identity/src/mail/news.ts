import { PATHS } from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { type MomentWords, momentWords } from '../platform/date-words.ts'
import { inLanguage, type Translations, textIn } from '../platform/languages.ts'
import type { LetterText, WrittenLetter } from './letter.ts'
import { type Addressee, type LetterNeeds, postTo } from './post-letter.ts'
import { WAS_NOT_ME } from './words/was-not-me.ts'

/** When it happened. */
export interface NewsFacts {
  readonly at: UnixSeconds
}

/** What a letter says. Where it has no steps, it has one button: it leads to the page for a new password. */
export type NewsText = Pick<LetterText, 'subject' | 'before'> & Partial<Pick<LetterText, 'steps' | 'after'>>

/** A letter about something in an account: its name in the outbox, and its words in each language. */
export interface News<Facts> {
  readonly name: string
  readonly write: Translations<(facts: Facts, serviceName: string, moment: MomentWords) => NewsText>
}

/** Writes a letter in a language. */
export function newsLetter<Facts>(
  { name, write }: News<Facts>,
  facts: Facts,
  language: string,
  {
    baseUrl,
    serviceName,
    timeZone,
    design,
  }: Pick<LetterNeeds, 'baseUrl' | 'serviceName' | 'timeZone' | 'design'>,
): WrittenLetter {
  const { step: label } = inLanguage(WAS_NOT_ME, language)
  const steps = [{ label, address: baseUrl + PATHS.recover }]
  const named = textIn(design?.name, language) ?? serviceName
  return {
    kind: 'written',
    name,
    text: {
      steps,
      after: [],
      ...inLanguage(write, language)(facts, named, momentWords({ language, timeZone })),
    },
  }
}

/** Tells a citizen what happens in the account, in the transaction of the change. */
export async function postNews<Facts>(
  needs: LetterNeeds,
  citizen: Addressee,
  news: News<Facts>,
  facts: Facts,
): Promise<void> {
  await postTo(needs, citizen, newsLetter(news, facts, citizen.language, needs))
}
