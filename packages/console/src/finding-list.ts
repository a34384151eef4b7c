import {
  type Finding,
  type Html,
  html,
  languageWith,
  type PageFrame,
  wordsFor,
} from '@portico/identity/parts'
import type { FoundAccount } from './act-opening.ts'
import type { ConsoleFrame } from './console-page.ts'
import { waysOn } from './finding-ways.ts'
import { type ShownReasons, said } from './said.ts'

/** What the rooms know about somebody. */
export interface ShownFindings {
  readonly findings: readonly Finding[]
  /** The one that the page says already. */
  readonly because?: Finding | undefined
  /** The language of the account: what the caller is told stands in it, too. */
  readonly language: string | undefined
  /** Whether reasons that operators typed are shown: they may name people, so they are covered as they are in the story of an account. */
  readonly reasons?: ShownReasons
  /** The account that they are about, and what was searched for. */
  readonly account?: FoundAccount | undefined
}

/** What keeps the caller out most stands first. */
export async function findingList(page: ConsoleFrame, shown: ShownFindings): Promise<Html> {
  const { frame, words: all } = page
  const { findings, because, language, reasons, account } = shown
  const { verdict: words } = all
  const order = Object.keys(words.weights)
  const sorted = findings.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight))
  const theirs = otherFrame(frame, language)
  const waysOf = await waysOn(page, account)
  const items = sorted.map((finding) => {
    const { weight, to, tellTo } = finding
    const ways = waysOf(finding)
    return html`<div><dt>${words.weights[weight]}</dt>
<dd>${finding !== because && html`<p>${said(frame, (reader) => tellTo(reader).found, reasons)}</p>`}
${ways}
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
