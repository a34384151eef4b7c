import { partOf } from '../platform/languages.ts'
import { type Explains, type Finding, findingsOf, type Reader } from '../platform/room/explains.ts'
import { findingFor, REFUSAL_FINDINGS } from './findings.ts'
import { findRefusal, type Refusal } from './refusal-store.ts'
import { REFUSAL_WORDS } from './words/index.ts'

const finding = findingsOf(
  REFUSAL_FINDINGS,
  partOf(REFUSAL_WORDS, ({ findings }) => findings),
)

/** Limits on letters with links, and on their codes: they stop no link that is there already. */
const LINK_LIMIT = /^(?:register|recover|browser-link|new-address|lost-app|code)-per-/

/** Tells a supporter why the page with a number refused. Of a program that is known, its own room tells why. */
export const explainRefusal: Explains = async ({ db, clock }, { requestId, clientId }) => {
  const refusal = requestId === undefined ? undefined : await findRefusal(db, requestId)
  if (!refusal) return []
  if (clientId !== undefined && findingFor(refusal.why) === 'page-refused-program') return []
  const isOver = refusal.until !== null && refusal.until <= clock.now()
  const found = toldOf(refusal, isOver)
  return [isOver ? { ...found, weight: 'tells' } : found]
}

function toldOf(refusal: Refusal, isOver: boolean): Finding {
  const { until } = refusal
  return finding(findingFor(refusal.why), (words, reader) => ({
    found: [
      words.refused(reader.when(refusal.at)),
      words.what,
      ...untilIn(words, refusal, { isOver, reader }),
      words.named(reader.exact(refusal.page), reader.exact(refusal.why)),
    ],
    tell: isOver
      ? [words.again]
      : [
          words.tell,
          ...(until === null ? [] : [words.wait(reader.when(until))]),
          ...(LINK_LIMIT.test(refusal.why) ? [words.linksWork] : []),
        ],
  }))
}

function untilIn(
  words: (typeof REFUSAL_WORDS)['en']['findings'][keyof typeof REFUSAL_FINDINGS],
  { until }: Refusal,
  { isOver, reader: { when } }: { readonly isOver: boolean; readonly reader: Reader },
) {
  if (until === null) return []
  return [isOver ? words.over(when(until)) : words.until(when(until))]
}
