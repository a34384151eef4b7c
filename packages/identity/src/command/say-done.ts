import type { DoneFact, Said } from '../moments/index.ts'
import { html, textOf } from '../platform/html.ts'
import type { SaysDone } from '../platform/room/done.ts'
import { plainTime } from './present.ts'

/** Of whom the English sentence of an act speaks. */
const WHOM = /^The (?:citizen|account)\b/

/** What an act has done: as a fact, and in the English of a command, which names whom it is about, and a letter by its subject. */
export function sayDone(
  says: SaysDone,
  fact: Omit<DoneFact, 'tells'>,
  {
    whom,
    nameOf = (letter) => letter,
  }: { readonly whom: string; readonly nameOf?: (letter: string) => string },
): Said {
  const { at, days = 0, letter = '' } = fact
  const values = { at: html`${at !== undefined && plainTime(at)}`, days, letter: html`“${nameOf(letter)}”` }
  const sentence = typeof says === 'string' ? says : textOf(says(values))
  return { says: sentence.replace(WHOM, () => whom), fact: { tells: 'done', ...fact } }
}
