import { type Finding, type Html, html } from '@portico/identity/parts'
import type { ConsoleWords } from './words/index.ts'

/** What the rooms know, what keeps the caller out most first. The sentences are those of the command, in English. */
export function findingList(
  { verdict: words }: ConsoleWords,
  findings: readonly Finding[],
  verdict = '',
): Html {
  const order = Object.keys(words.weights)
  const sorted = findings.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight))
  const items = sorted.map(
    ({ weight, found, mayDo, tell, to }) => html`<div><dt>${words.weights[weight]}</dt>
<dd><p>${verdict.endsWith(found) ? words.asSaid : html`<span lang="en">${found}</span>`}</p>
${mayDo !== undefined && html`<p><strong>${words.mayDo}:</strong> <span lang="en">${mayDo}</span></p>`}
<p><strong>${to === 'anybody' ? words.tell : words.tellOwner}:</strong> <span lang="en">${tell}</span></p></dd></div>`,
  )
  return html`${findings.length > 0 && html`<h2>${verdict === '' ? words.title : words.findings}</h2><dl>${items}</dl>`}`
}
