import type { AuditOrigin } from '../audit/index.ts'
import { type FieldProblems, type FieldReaders, type GivenFields, readFields } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import type { LinkKind } from '../pages/index.ts'
import { type Result, refused } from '../platform/result.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { LINK_KINDS } from './link-kinds.ts'

/** The limits, the mailer, and what a letter is posted with. */
export interface RequestLinkNeeds extends PostNeeds {
  readonly baseUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
  readonly mail: { available(): boolean; wake(): void }
}

/** A request for a link: its fields, language and origin. `unreadable` where the body could not be parsed. */
export interface LinkRequest {
  readonly given: Result<GivenFields, 'unreadable'>
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why no link is sent although the request is valid. */
export type LinkTrouble = 'mail-unavailable' | { readonly retryAfterSeconds: number }

/** Why a request is not valid. */
type LinkRequestFault = 'unreadable' | { readonly problems: FieldProblems }

/** Why no link is sent. None of it depends on whether there is an account. */
export type LinkRequestRefusal = LinkTrouble | LinkRequestFault

/**
 * Sends a link, if the limits and the mail server allow it. `send` does everything that depends on the account, at the
 * end and in one transaction. It must do the same steps for every address.
 */
export async function requestLink<Asked extends { readonly email: string }, Fault>(
  needs: RequestLinkNeeds,
  kind: LinkKind,
  { asked, origin }: Pick<LinkRequest, 'origin'> & { readonly asked: Result<Asked, Fault> },
  send: (needs: RequestLinkNeeds, asked: Asked) => Promise<void>,
): Promise<Result<Asked, Fault | LinkTrouble>> {
  const { perIp, perEmail } = LINK_KINDS[kind].limits
  const fromHere = await needs.limits.spend(perIp, origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  if (!asked.ok) return asked
  if (!needs.mail.available()) return refused('mail-unavailable')
  const toThere = await needs.limits.spend(perEmail, asked.value.email)
  if (!toThere.allowed) return refused(toThere)
  await needs.db.transaction((tx) => send({ ...needs, db: tx }, asked.value))
  needs.mail.wake()
  return asked
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
