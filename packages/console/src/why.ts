import { accepted, field, type Html, html, type Result, readReason, refused } from '@portico/identity/parts'
import type { ConsoleWords } from './words/index.ts'

/** A ticket's number, as the systems of help desks write it. */
const TICKET = /^[\p{L}\p{N}][\p{L}\p{N} .:_/#-]{0,59}$/u
const MOST_REASON_CHARACTERS = 400

/** What was typed about the reason, as it was typed. */
export interface TypedWhy {
  readonly ticket: string
  readonly reason: string
}

/** What is wrong with it, by its fields. */
export type WhyFaults = Readonly<Partial<Record<keyof TypedWhy, string>>>

/** The ticket and the reason as the audit has them, or which of them is none. */
export function whyOf({ ticket, reason }: TypedWhy): Result<string, readonly (keyof TypedWhy)[]> {
  const isReason = reason.length <= MOST_REASON_CHARACTERS && readReason(reason) !== undefined
  const wrong = [
    ...(TICKET.test(ticket) ? [] : ['ticket' as const]),
    ...(isReason ? [] : ['reason' as const]),
  ]
  return wrong.length > 0 ? refused(wrong) : accepted(`ticket ${ticket}: ${reason}`)
}

/** The ticket and the reason again, of what `whyOf` made of them. */
export function typedOf(reason: string): TypedWhy {
  const [, ticket = '', rest = ''] = /^ticket (.*?): (.*)$/s.exec(reason) ?? []
  return { ticket, reason: rest }
}

/** The ticket and the reason of a form that needs both, for the audit; or what is wrong with them. */
export function readWhy(
  read: (name: string) => string,
  { why: words }: ConsoleWords,
): { readonly typed: TypedWhy } & ({ readonly reason: string } | { readonly faults: WhyFaults }) {
  const typed = { ticket: read('ticket'), reason: read('reason') }
  const why = whyOf(typed)
  if (why.ok) return { typed, reason: why.value }
  const says = { reason: words.reasonMissing, ticket: words.ticketMissing }
  return { typed, faults: Object.fromEntries(why.refusal.map((name) => [name, says[name]])) }
}

/** The two fields. */
export function whyFields({ why: words }: ConsoleWords, typed?: TypedWhy, faults: WhyFaults = {}): Html {
  return html`${field({ name: 'ticket', type: 'text', label: words.ticket, autocomplete: 'off', value: typed?.ticket, problem: faults.ticket })}
${field({ name: 'reason', type: 'text', label: words.reason, hint: words.reasonHint, autocomplete: 'off', value: typed?.reason, problem: faults.reason })}`
}

/** The faults for the head of the page. */
export function faultList(
  faults: Readonly<Partial<Record<string, string>>>,
): readonly { readonly fieldName: string; readonly message: string }[] {
  return Object.entries(faults).flatMap(([fieldName, message]) =>
    message === undefined ? [] : [{ fieldName, message }],
  )
}
