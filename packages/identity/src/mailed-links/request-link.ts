import type { AuditOrigin } from '../audit/index.ts'
import { type FieldProblems, type FieldReaders, type GivenFields, readFields } from '../citizens/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import type { AskedLinkRules } from './link-kinds.ts'
import { endCode } from './link-store.ts'

/** The limits, the mailer, and what a letter is posted with. */
export interface RequestLinkNeeds extends LetterNeeds, SpendsLimits {
  readonly mail: { available(): boolean; wake(): void }
}

/** A request for a link: its fields, language and origin. `unreadable` where the body could not be parsed. */
export interface LinkRequest {
  readonly given: Result<GivenFields, 'unreadable'>
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
  readonly code: CodeWish
}

/** Whether the mail has a code. One is for the browser that asks, and ends the code of the mail that it asked for before. */
export type CodeWish = 'no-code' | { readonly replaces: TokenKey | undefined }

/** A request that was accepted: its address, and the key of the link. Both are the same with and without an account. */
export interface SentLink {
  readonly email: string
  readonly link: TokenKey
}

/** Why no link is sent although the request is valid. */
export type LinkTrouble = 'mail-unavailable' | Wait

/** Why a request is not valid. */
type LinkRequestFault = 'unreadable' | { readonly problems: FieldProblems }

/** Why no link is sent. None of it depends on whether there is an account. */
export type LinkRequestRefusal = LinkTrouble | LinkRequestFault

/**
 * Whether a link of this kind may be sent now: the limits, the request, and the mail server, in this order. What was asked for comes
 * back. The use case then does everything that depends on the account, in one transaction, with the same steps for every address.
 */
export async function admitRequest<Asked extends { readonly email: string }, Fault>(
  { limits, mail }: Pick<RequestLinkNeeds, 'limits' | 'mail'>,
  { limits: { perIp, perEmail } }: AskedLinkRules,
  { origin }: Pick<LinkRequest, 'origin'>,
  asked: Result<Asked, Fault>,
): Promise<Result<Asked, Fault | LinkTrouble>> {
  const fromHere = await limits.spend(perIp, origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  if (!asked.ok) return asked
  if (!mail.available()) return refused('mail-unavailable')
  const toThere = await limits.spend(perEmail, asked.value.email)
  return toThere.allowed ? asked : refused(toThere)
}

/**
 * Ends the code of the mail that a new one replaces, in the transaction that stores the new link. It comes last: the citizen's row is
 * locked first, as everywhere, and the rows of links after it.
 */
export async function endReplacedCode(tx: Database, code: CodeWish): Promise<void> {
  if (code !== 'no-code' && code.replaces) await endCode(tx, code.replaces)
}

/** Reads exactly these fields of a request. */
export function readRequest<Fields extends object>(
  { given }: LinkRequest,
  readers: FieldReaders<Fields>,
): Result<Fields, LinkRequestFault> {
  if (!given.ok) return given
  const read = readFields(given.value, readers)
  return read.ok ? read : refused({ problems: read.refusal })
}
