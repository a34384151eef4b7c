import type { AuditOrigin } from '../audit/index.ts'
import { type FieldProblems, type FieldReaders, type GivenFields, readFields } from '../citizens/index.ts'
import type { PostNeeds } from '../mail/index.ts'
import type { LinkKind } from '../pages/index.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { CODES, LINK_KINDS } from './link-kinds.ts'

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
  { asked, origin, code }: Pick<LinkRequest, 'origin' | 'code'> & { readonly asked: Result<Asked, Fault> },
  send: (needs: RequestLinkNeeds, asked: Asked) => Promise<TokenKey>,
): Promise<Result<SentLink, Fault | LinkTrouble>> {
  const { perIp, perEmail } = LINK_KINDS[kind].limits
  const fromHere = await needs.limits.spend(perIp, origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  if (!asked.ok) return asked
  if (!needs.mail.available()) return refused('mail-unavailable')
  const toThere = await needs.limits.spend(perEmail, asked.value.email)
  if (!toThere.allowed) return refused(toThere)
  const { citizenId, hash } = await needs.db.transaction(async (tx) => {
    // The citizen's row is locked first, as everywhere, and the rows of links after it.
    const sent = await send({ ...needs, db: tx }, asked.value)
    if (code !== 'no-code' && code.replaces) await CODES[kind].end(tx, code.replaces)
    return sent
  })
  needs.mail.wake()
  return accepted({ email: asked.value.email, link: { citizenId, hash } })
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
