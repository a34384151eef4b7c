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

/** Whether reasons that operators typed are shown: they may name people, so they are covered as they are in the story of an account. */
export type ShownReasons = 'shown' | 'covered'

/** Sentences of the rooms in the language of a page, or in another one. */
export function said(
  frame: PageFrame,
  sayTo: (reader: Reader) => Said,
  reasons: ShownReasons = 'covered',
): Html {
  return sentences(frame.words, ...sayTo(readerOf(frame, reasons)))
}

/** Whoever reads a page. */
export function readerOf(frame: PageFrame, reasons: ShownReasons): Reader {
  return {
    language: frame.language,
    when: (at) => moment(frame, at),
    name: isolated,
    reason: (text) => isolated(reasons === 'shown' ? text : '…'),
    exact: (text) => html`<code dir="ltr">${text}</code>`,
  }
}
