import type { DoneFact, Said } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { html, textOf } from '../platform/html.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { SaysDone } from '../platform/room/done.ts'

/** Of whom the English sentence of an act speaks. */
const WHOM = /^The (?:citizen|account)\b/

/** What an act has done: as a fact, and in the English of a command, which names whom it is about. */
export function sayDone(
  says: SaysDone,
  fact: Omit<DoneFact, 'tells'>,
  { whom, when = isoInstant }: { readonly whom: string; readonly when?: (at: UnixSeconds) => string },
): Said {
  const { at, days = 0, letter = '' } = fact
  const values = { at: html`${at !== undefined && when(at)}`, days, letter: html`${letter}` }
  const sentence = typeof says === 'string' ? says : textOf(says(values))
  return { says: sentence.replace(WHOM, () => whom), fact: { tells: 'done', ...fact } }
}
