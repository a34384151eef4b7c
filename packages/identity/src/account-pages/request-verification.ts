import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import {
  keepLink,
  type LinkTrouble,
  mintLink,
  type RequestLinkNeeds,
  requestLink,
} from '../mailed-links/index.ts'
import { accepted, type Result } from '../platform/result.ts'

/** Who asks, in which language, from where. */
export interface VerificationRequest {
  readonly citizen: Citizen
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Sends a citizen a link that proves the address anew; `not-needed` when it is proven already. */
export async function requestVerification(
  needs: RequestLinkNeeds,
  request: VerificationRequest,
): Promise<Result<'sent' | 'not-needed', LinkTrouble>> {
  const { citizen, origin } = request
  if (citizen.emailVerified) return accepted('not-needed')
  const sent = await requestLink<Citizen, never>(needs, 'verification', {
    address: origin.address,
    read: () => accepted(citizen),
    send: (inTransaction) => send(inTransaction, request),
  })
  return sent.ok ? accepted('sent') : sent
}

async function send(
  needs: RequestLinkNeeds,
  { citizen, language, origin }: VerificationRequest,
): Promise<void> {
  const { citizenId, securityVersion, fullName, email } = citizen
  const link = mintLink(needs, 'verification', citizenId)
  await keepLink(needs.db, 'verification', { ...link, securityVersion })
  const envelope = { to: { name: fullName, address: email }, language, expiresAt: link.expiresAt }
  await postLetter(needs, { kind: 'verification', link: link.address }, envelope)
  await appendEvent(needs, { name: 'verification-requested', origin, citizenId })
}
