import { dateWords, momentWords, unitWords } from '../words/date-words.ts'
import type { Words } from '../words/en.ts'

/** What this script says, in the language of the page. The server has written it there, so it has this type. */
export const words = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=words]')?.content ?? '',
) as Words['app']

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u

/** Keeps a name or a plate in one piece where it and the sentence are written in different directions. */
const isolated = (value: string): string =>
  document.dir === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value

type Values = Readonly<Record<string, string>>

/** Puts values into a sentence, in the places of `{name}`. */
export const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => isolated(values[name] ?? place))

/** A word, and what it is about: `Grant: PO 1234`. */
export const named = (name: string, sentence: string, values: Values): string =>
  fill(words.named.replace('{name}', name).replace('{about}', sentence), values)

const readIn = {
  locale: words.locale,
  timeZone: document.querySelector<HTMLMetaElement>('meta[name=time-zone]')?.content ?? 'UTC',
}

/** The day of an instant. */
export const dayOf = (instant: string): string => dateWords(readIn, new Date(instant))

/** The day and the time of an instant. */
export const momentOf = (instant: string): string => momentWords(readIn, new Date(instant))

const ROUNDED_FROM_SECONDS = 90

/** A time to wait, in seconds or in minutes. */
export function duration(seconds: number): string {
  const [count, unit] =
    seconds < ROUNDED_FROM_SECONDS
      ? ([seconds, 'second'] as const)
      : ([Math.ceil(seconds / 60), 'minute'] as const)
  return unitWords(words.locale, count, unit)
}
