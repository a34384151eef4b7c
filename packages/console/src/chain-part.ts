import { type ChainState, type ClosedDay, type Html, html, type SentClosing } from '@portico/identity/parts'
import { type ConsoleFrame, exact, factList, instant } from './console-page.ts'
import { type ChainSeen, deliveryOf } from './reads/read-chain.ts'

/** The state of the chain: folded, unless there is something to do. */
export function chainPart(shown: ConsoleFrame, { chain, sent }: ChainSeen): Html {
  const { chain: words } = shown.words.audit
  if (!chain) return html`<p>${words.nothing}</p>`
  const { isLate, missing, closed, walkedAt } = chain
  const warnings = [...(isLate ? [words.late] : []), ...(missing.length > 0 ? [words.gap] : [])]
  return html`${warnings.map((says) => html`<p role="status"><strong>${says}</strong></p>`)}
<details${warnings.length > 0 && html` open`}><summary>${words.title}</summary>
${factList([
  [words.sealed, sealedUpTo(shown, chain)],
  [words.last, html`${exact(String(chain.number))}, ${instant(shown.frame, chain.sealedAt)}`],
  ...closedFacts(shown, closed, sent),
  [words.missing, missingDays(shown, chain)],
])}
${walkedAt !== null && html`<p>${words.walking}</p>`}
${closed && html`<p>${words.behind(exact(closed.day), instant(shown.frame, closed.sealedAt))}</p>`}
<p>${words.today}</p>
<p>${words.verify} <code>portico audit verify${closed && ` --seal ${hexOf(closed)}`}</code></p>
</details>`
}

function sealedUpTo({ frame, words }: ConsoleFrame, { unsealedSince, walkedAt }: ChainState): Html | string {
  const { chain } = words.audit
  if (unsealedSince !== undefined) return chain.before(instant(frame, unsealedSince))
  return walkedAt === null ? chain.all : chain.allSinceFirst
}

function closedFacts(
  shown: ConsoleFrame,
  closed: ClosedDay | undefined,
  sent: readonly SentClosing[],
): readonly (readonly [string, Html | string])[] {
  const { chain: words } = shown.words.audit
  if (!closed) return [[words.closed, words.noDay]]
  const ways = sent.map((one) => html`; ${sentBy(shown, closed, one)}`)
  return [
    [
      words.closed,
      html`${exact(closed.day)}: ${exact(String(closed.number))}, ${instant(shown.frame, closed.sealedAt)}`,
    ],
    [words.hash, html`<code>${hexOf(closed)}</code>`],
    [words.sent, html`${words.log}${ways}`],
  ]
}

function sentBy({ frame, words: { audit } }: ConsoleFrame, closed: ClosedDay, sent: SentClosing): Html {
  const { chain: words } = audit
  const way = exact(sent.by)
  const delivery = deliveryOf(sent, closed.day)
  if (delivery === 'arrived')
    return html`${words.by(way)}${sent.at !== null && html` (${instant(frame, sent.at)})`}`
  if (delivery === 'none') return words.neverBy(way)
  return html`<strong>${words.notBy(way)}</strong>${sent.attempts > 0 && html` (${words.attempts(sent.attempts)})`}`
}

function missingDays({ words: { audit } }: ConsoleFrame, { lookedFrom, missing }: ChainState): Html | string {
  const { chain: words } = audit
  if (lookedFrom === undefined) return words.notLooked
  if (missing.length === 0) return words.noneSince(exact(lookedFrom))
  return html`<strong>${missing.map((day, at) => html`${at > 0 && ', '}${exact(day)}`)}</strong>`
}

function hexOf({ hash }: ClosedDay): string {
  return hash.toString('hex')
}
