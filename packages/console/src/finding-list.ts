import {
  FINDING_WEIGHTS,
  type Finding,
  type Html,
  html,
  languageWith,
  type PageFrame,
  wordsFor,
} from '@portico/identity/parts'
import type { ConsoleFrame } from './console-page.ts'
import { type WaysAbout, waysOn } from './finding-ways.ts'
import { type ShownReasons, said } from './said.ts'

/** What the rooms know about somebody. */
export interface ShownFindings extends WaysAbout {
  readonly findings: readonly Finding[]
  /** The one that the page says already. */
  readonly because?: Finding | undefined
  /** The language of the account: what the caller is told stands in it, too. */
  readonly language: string | undefined
  /** Whether reasons that operators typed are shown: they may name people, so they are covered as they are in the story of an account. */
  readonly reasons?: ShownReasons
  /** Whether the page of the search has said it. */
  readonly isRead?: boolean | undefined
}

/**
 * What a supporter says and does about the verdict, and below it what else is known: what weighs less than all that keeps somebody out is folded.
 * Whoever came from the page of the verdict has read it: then all of it is folded.
 */
export async function findingList(page: ConsoleFrame, shown: ShownFindings): Promise<Html> {
  const { verdict: words } = page.words
  const { findings, because } = shown
  const others = findings
    .filter((finding) => finding !== because)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const heaviest = because ? lastOpen(because) : FINDING_WEIGHTS.length
  const isOpen = (finding: Finding) => rankOf(finding) <= heaviest
  const say = await sayerOn(page, shown)
  const advice = because && html`<div class="advice">${say.advice(because)}</div>`
  const open = say.list(others.filter(isOpen))
  const also = others.filter((finding) => !isOpen(finding))
  const all = html`${advice}${open}${also.length > 0 && html`<details><summary>${words.also(also.length)}</summary>${say.list(also)}</details>`}`
  return because && shown.isRead ? html`<details><summary>${words.findings}</summary>${all}</details>` : all
}

const rankOf = ({ weight }: Pick<Finding, 'weight'>) => FINDING_WEIGHTS.indexOf(weight)

/** Beside what keeps somebody out altogether, what keeps out some tries is read later. */
function lastOpen(because: Finding): number {
  return because.weight === 'stops' ? rankOf(because) : Math.max(rankOf({ weight: 'slows' }), rankOf(because))
}

/** Says findings on a page. */
async function sayerOn(page: ConsoleFrame, { language, reasons, ...about }: ShownFindings) {
  const { verdict: words } = page.words
  const theirs = otherFrame(page.frame, language)
  const waysOf = await waysOn(page, about)
  const advice = (finding: Finding): Html => {
    const { to, tellTo } = finding
    return html`<p><strong>${to === 'anybody' ? words.tell : words.tellOwner}</strong> ${said(page, (reader) => tellTo(reader).tell)}</p>
${theirs && toldIn({ ...page, frame: theirs }, finding)}
${waysOf(finding)}`
  }
  const item = (finding: Finding): Html => html`<div><dt>${words.weights[finding.weight]}</dt>
<dd><p>${said(page, (reader) => finding.tellTo(reader).found, reasons)}</p>
${advice(finding)}</dd></div>`
  const list = (findings: readonly Finding[]): Html | undefined =>
    findings.length === 0 ? undefined : html`<dl>${findings.map(item)}</dl>`
  return { advice, list }
}

/** The frame of the language of an account, where the page is in another one. */
function otherFrame(frame: PageFrame, language: string | undefined): PageFrame | undefined {
  const known = languageWith(language ?? '')
  return known === undefined || known === frame.language ? undefined : { ...frame, ...wordsFor(known) }
}

/** A supporter who does not speak the language of the page with the caller reads it out, or sends it. */
function toldIn(page: ConsoleFrame, { tellTo }: Finding): Html {
  const { language, words } = page.frame
  return html`<details lang="${language}" dir="${words.direction}"><summary>${words.ownName}</summary>
<p>${said(page, (reader) => tellTo(reader).tell)}</p></details>`
}
