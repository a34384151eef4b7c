import { html, textOf } from '../platform/html.ts'
import { listOf, objectSchema, oneWordOf, orNull, textSchema } from '../platform/operation.ts'
import { type Finding, type Reader, type Said, sayWay } from '../platform/room/explains.ts'
import { plainTime } from './present.ts'

/** Programs and commands read English, in plain text. A reason that an operator typed may name people, so that it may be covered. */
export function plainReader(reasons: 'shown' | 'covered'): Reader {
  return {
    language: 'en',
    when: (at) => html`${plainTime(at)}`,
    name: (text) => html`${text}`,
    reason: (text) => html`${reasons === 'shown' ? text : '…'}`,
    exact: (text) => html`${text}`,
  }
}

/** Sentences as one text. */
export const plainText = (said: Said): string =>
  said.map((sentence) => (typeof sentence === 'string' ? sentence : textOf(sentence))).join(' ')

/** A finding in plain words. */
export function inPlainWords({ name, weight, to, tellTo }: Finding, reader: Reader) {
  const { found, mayDo, tell } = tellTo(reader)
  return {
    ...{ name, weight, to, found: plainText(found), tell: plainText(tell) },
    mayDo: mayDo?.map((way) => plainText([sayWay(way, reader)])),
  }
}

/** A finding for programs. */
export function findingJson({ name, weight, found, mayDo, tell, to }: ReturnType<typeof inPlainWords>) {
  return { name, weight, found, may_do: mayDo?.join('\n') ?? null, tell, tell_to: to }
}

/** The schema of it. */
export const FINDING = objectSchema<ReturnType<typeof findingJson>>('Finding', {
  name: textSchema('Its name (docs/reference/findings.md).'),
  weight: oneWordOf<Finding['weight']>({
    stops: 'it keeps everybody out',
    slows: 'it keeps out some tries',
    waits: 'it is not finished yet',
    tells: 'it is good to know',
  }),
  found: textSchema('What the database says, in English.'),
  may_do: orNull(textSchema('What may be done, a line each.')),
  tell: textSchema('What to tell the caller.'),
  tell_to: oneWordOf<Finding['to']>({ anybody: '', owner: '' }, 'Who may hear it.'),
})

/** The answer about a caller. */
export const VERDICT = objectSchema('Verdict', {
  as: textSchema('What the word was taken for.'),
  subject: orNull(textSchema('The subject of the account, where there is one.')),
  verdict: textSchema('What keeps the caller out, in English.'),
  findings: listOf(FINDING),
})
