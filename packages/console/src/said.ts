import {
  type Html,
  html,
  isolated,
  moment,
  type PageFrame,
  type Reader,
  type Said,
  sentences,
} from '@portico/identity/parts'
import type { ConsoleFrame } from './console-page.ts'

/** Whether reasons that operators typed are shown: they may name people, so they are covered as they are in the story of an account. */
export type ShownReasons = 'shown' | 'covered'

const COVERED = isolated('…')

/** Sentences of the rooms in the language of a page, or in another one. Where a reason is covered, the last sentence says how to read it. */
export function said(
  { frame, words }: Pick<ConsoleFrame, 'frame' | 'words'>,
  sayTo: (reader: Reader) => Said,
  reasons: ShownReasons = 'covered',
): Html {
  const reason = (text: string): Html => (reasons === 'shown' ? isolated(text) : COVERED)
  const all = sayTo({ ...readerOf(frame), reason })
  const isCovered = all.some((sentence) => String(sentence).includes(String(COVERED)))
  return sentences(frame.words, ...all, ...(isCovered ? [words.verdict.covered] : []))
}

/** Whoever reads a page, on which reasons are covered. */
export function readerOf(frame: PageFrame): Reader {
  return {
    language: frame.language,
    when: (at) => moment(frame, at),
    name: isolated,
    reason: () => COVERED,
    exact: (text) => html`<code dir="ltr">${text}</code>`,
  }
}
