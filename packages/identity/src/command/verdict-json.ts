import { html, textOf } from '../platform/html.ts'
import type { Finding, Reader, Said } from '../platform/room/explains.ts'
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
    mayDo: mayDo && plainText(mayDo),
  }
}

/** A finding for programs. */
export function findingJson({ name, weight, found, mayDo, tell, to }: ReturnType<typeof inPlainWords>) {
  return { name, weight, found, may_do: mayDo ?? null, tell, tell_to: to }
}
