import type { AuditOrigin } from '../audit/index.ts'
import type { FieldProblems, GivenFields } from '../citizens/index.ts'
import type { LinkKind } from '../pages/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { type Result, refused } from '../platform/result.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { LINK_KINDS } from './link-kinds.ts'

/** What requesting a link needs. */
export interface RequestLinkNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly baseUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
  readonly mail: { available(): boolean; wake(): void }
}

/** What was sent, in which language, from where; `unreadable` where nothing could be made of it. */
export interface LinkRequest {
  readonly given: Result<GivenFields, 'unreadable'>
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why no link is sent although nothing in the request is wrong. */
export type LinkTrouble = 'mail-unavailable' | { readonly retryAfterSeconds: number }

/** What is wrong with a request. */
export type LinkRequestFault = 'unreadable' | { readonly problems: FieldProblems }

/** Why no link is sent; none of it depends on whether there is an account. */
export type LinkRequestRefusal = LinkTrouble | LinkRequestFault

/** How a request of one kind is read, and what is sent for it. */
export interface LinkRequestSteps<Asked, Fault> {
  /** The address that the request came from. */
  readonly address: string
  read(): Result<Asked, Fault>
  /** Keeps the link, posts the letter and writes the event, all in the transaction that `db` is. */
  send(needs: RequestLinkNeeds, asked: Asked): Promise<void>
}

/**
 * Sends a link, if the limits and the mail server allow it. Whatever depends on the account is done by `send`, last of all,
 * and has to take the same steps for every address.
 */
export async function requestLink<Asked extends { readonly email: string }, Fault>(
  needs: RequestLinkNeeds,
  kind: LinkKind,
  { address, read, send }: LinkRequestSteps<Asked, Fault>,
): Promise<Result<Asked, Fault | LinkTrouble>> {
  const { perIp, perEmail } = LINK_KINDS[kind].limits
  const fromHere = await needs.limits.spend(perIp, address)
  if (!fromHere.allowed) return refused(fromHere)
  const asked = read()
  if (!asked.ok) return asked
  if (!needs.mail.available()) return refused('mail-unavailable')
  const toThere = await needs.limits.spend(perEmail, asked.value.email)
  if (!toThere.allowed) return refused(toThere)
  await needs.db.transaction((tx) => send({ ...needs, db: tx }, asked.value))
  needs.mail.wake()
  return asked
}

/** Reads the fields of a request that could be read. */
export function readAsked<Asked>(
  { given }: LinkRequest,
  read: (fields: GivenFields) => Result<Asked, FieldProblems>,
): Result<Asked, LinkRequestFault> {
  if (!given.ok) return given
  const asked = read(given.value)
  return asked.ok ? asked : refused({ problems: asked.refusal })
}
