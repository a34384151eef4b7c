import {
  type Finding,
  type Html,
  html,
  isolated,
  languageWith,
  moment,
  type PageFrame,
  type Reader,
  type Said,
  sentences,
  wordsFor,
} from '@portico/identity/parts'
import type { ConsoleFrame } from './console-page.ts'

/** What the rooms know about somebody. */
export interface ShownFindings {
  readonly findings: readonly Finding[]
  /** The one that the page says already. */
  readonly because?: Finding | undefined
  /** The language of the account: what the caller is told stands in it, too. */
  readonly language: string | undefined
  /** Whether reasons that operators typed are shown: they may name people, so they are covered as they are in the story of an account. */
  readonly reasons?: 'shown' | 'covered'
}

/** Sentences of the rooms in the language of a page, or in another one. */
export function said(
  frame: PageFrame,
  sayTo: (reader: Reader) => Said,
  reasons: ShownFindings['reasons'] = 'covered',
): Html {
  const reader: Reader = {
    language: frame.language,
    when: (at) => moment(frame, at),
    name: isolated,
    reason: (text) => isolated(reasons === 'shown' ? text : '…'),
    exact: (text) => html`<code dir="ltr">${text}</code>`,
  }
  return sentences(frame.words, ...sayTo(reader))
}

/** What keeps the caller out most stands first. */
export function findingList({ frame, words: all }: ConsoleFrame, shown: ShownFindings): Html {
  const { findings, because, language, reasons } = shown
  const { verdict: words } = all
  const order = Object.keys(words.weights)
  const sorted = findings.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight))
  const theirs = otherFrame(frame, language)
  const items = sorted.map((finding) => {
    const { weight, to, tellTo } = finding
    const mayDo = said(frame, (reader) => tellTo(reader).mayDo ?? [])
    return html`<div><dt>${words.weights[weight]}</dt>
<dd><p>${finding === because ? words.asSaid : said(frame, (reader) => tellTo(reader).found, reasons)}</p>
${mayDo.toString() !== '' && html`<p><strong>${words.mayDo}</strong> ${mayDo}</p>`}
<p><strong>${to === 'anybody' ? words.tell : words.tellOwner}</strong> ${said(frame, (reader) => tellTo(reader).tell)}</p>
${theirs && toldIn(theirs, finding)}</dd></div>`
  })
  return html`${findings.length > 0 && html`<h2>${because ? words.findings : words.title}</h2><dl>${items}</dl>`}`
}

/** The frame of the language of an account, where the page is in another one. */
function otherFrame(frame: PageFrame, language: string | undefined): PageFrame | undefined {
  const known = languageWith(language ?? '')
  return known === undefined || known === frame.language ? undefined : { ...frame, ...wordsFor(known) }
}

/** A supporter reads it out, or sends it. */
function toldIn(frame: PageFrame, { tellTo }: Finding): Html {
  const { ownName, direction } = frame.words
  return html`<p lang="${frame.language}" dir="${direction}"><strong>${ownName}</strong> – ${said(frame, (reader) => tellTo(reader).tell)}</p>`
}
