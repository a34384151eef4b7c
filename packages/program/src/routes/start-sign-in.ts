import type { CentralRefusal } from '../central/index.ts'
import { accepted, asDate, bytesToBase64Url, type Result, sha256Base64Url } from '../platform/index.ts'
import type { AskedSignIn } from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import { LIMITS } from '../wire.ts'
import { BEGIN_KEYS } from './client-address.ts'
import { exceeded, type RequestContext } from './request-context.ts'
import type { PageWishes } from './wishes.ts'

/** A sign-in to begin. `returnUri` is an address of an app or, in cookie mode, a path of the program. */
export interface WantedSignIn {
  readonly returnUri: string
  readonly challenge: string
  readonly link: LinkStart | null
  /** Null for any sign-in. */
  readonly asked: AskedSignIn | null
  readonly wishes: PageWishes
}

/** A sign-in that has begun: where the browser goes, and the hash of its state. */
export interface StartedSignIn {
  readonly authorizationUrl: string
  readonly stateHash: string
}

/** The seconds to wait after too many sign-ins of one address, or null. */
export function beginWait(context: RequestContext): Promise<number | null> {
  const { clientAddress, settings } = context.service
  const visitor = clientAddress.of(context.request, context.peer)
  const name = BEGIN_KEYS[visitor?.isPrivate ? 'private' : 'public']
  return exceeded(context, name, settings.throttle?.beginPerIp, visitor?.name ?? null)
}

/** Stores a pending sign-in, and makes its authorization URL. A refusal is logged. */
export async function startSignIn(
  context: RequestContext,
  { returnUri, challenge, link, asked, wishes }: WantedSignIn,
): Promise<Result<StartedSignIn, CentralRefusal>> {
  const { store, central, keyring, random, clock, log } = context.service
  const randomText = () => bytesToBase64Url(random.bytes(32))
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const url = await central.authorizationUrl({
    ...{ state, nonce, challenge: await sha256Base64Url(verifier), ...wishes },
    ...asked,
  })
  if (!url.ok) {
    log.log('warn', 'begin_refused', { reason: url.refusal.reason, request_id: context.requestId })
    return url
  }
  const stateHash = await sha256Base64Url(state)
  const now = clock.now()
  await store.createPending({
    stateHash,
    ...(await keyring.seal(`pending|${stateHash}|sealed`, { nonce, verifier, asked })),
    ...{ challenge, returnUri, link },
    createdAt: now,
    expiresAt: asDate(now, LIMITS.pendingMs),
  })
  return accepted({ authorizationUrl: url.value, stateHash })
}
