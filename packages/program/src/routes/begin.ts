import { asDate, BASE64URL_256_BITS, bytesToBase64Url, sha256Base64Url } from '../platform/index.ts'
import { mayBeginLink, startOfLink } from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import { type BeginResponse, LIMITS } from '../wire.ts'
import { readBody } from './body.ts'
import { BEGIN_KEYS } from './client-address.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import {
  type Endpoint,
  exceeded,
  problemExtras,
  type RequestContext,
  refused,
  throttled,
  unavailable,
} from './request-context.ts'

interface Wanted {
  readonly returnUri: string
  readonly challenge: string
  readonly link: boolean
}

/** `POST begin/`: stores the pending sign-in and returns the authorization URL. */
export const begin: Endpoint = async (context) => {
  const { settings } = context.service
  const wanted = await readWanted(context)
  if (wanted instanceof Response) return wanted
  const wait = await beginWait(context)
  if (wait !== null) return throttled(context, wait)
  if (!settings.enabled)
    return unavailable(context, 'identity_unavailable', { reason: 'program.enabled is false.' })
  const link = wanted.link ? await linkOf(context) : null
  return link instanceof Response ? link : start(context, wanted, link)
}

/** The seconds to wait after too many sign-ins of one address, or null. */
function beginWait(context: RequestContext): Promise<number | null> {
  const { clientAddress, settings } = context.service
  const visitor = clientAddress.of(context.request, context.peer)
  const name = BEGIN_KEYS[visitor?.isPrivate ? 'private' : 'public']
  return exceeded(context, name, settings.throttle?.beginPerIp, visitor?.name ?? null)
}

async function readWanted(context: RequestContext): Promise<Wanted | Response> {
  const { settings } = context.service
  const body = await readBody(context, ['return_uri', 'code_challenge', 'link'])
  if (!body.ok) return refused(context, body.code, body.hint)
  const { return_uri: returnUri, code_challenge: challenge, link = false } = body.fields
  if (typeof link !== 'boolean') return refused(context, 'invalid_json', 'link must be true or false.')
  if (typeof returnUri !== 'string' || !settings.returnUris.includes(returnUri)) {
    return refused(
      context,
      'return_uri_not_allowed',
      'return_uri must equal an entry of program.returnUris, character by character.',
    )
  }
  if (typeof challenge !== 'string' || !BASE64URL_256_BITS.test(challenge)) {
    return refused(
      context,
      'code_challenge_invalid',
      'code_challenge must be base64url(SHA-256(verifier)) without padding: 43 characters.',
    )
  }
  return { returnUri, challenge, link }
}

async function linkOf(context: RequestContext): Promise<LinkStart | Response> {
  const { service } = context
  if (!service.accounts.legacy)
    return refused(context, 'link_not_supported', 'accounts.legacy is not configured.')
  const start = await startOfLink(service, context.request)
  if (!start.ok) return refuse(start.result, problemExtras(context))
  if (!(await mayBeginLink(service, start.link)))
    return refused(context, 'fresh_sign_in_required', 'accounts.legacy.isFresh returned false.')
  const { accountId } = start.link
  const wait = await exceeded(
    context,
    'begin-link',
    service.settings.throttle?.beginLinkPerAccount,
    accountId,
  )
  return wait === null ? start.link : throttled(context, wait)
}

async function start(context: RequestContext, wanted: Wanted, link: LinkStart | null): Promise<Response> {
  const { store, central, keyring, random, clock, log } = context.service
  const randomText = () => bytesToBase64Url(random.bytes(32))
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const url = await central.authorizationUrl({ state, nonce, challenge: await sha256Base64Url(verifier) })
  if (!url.ok) {
    const code = url.refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
    log.log('warn', 'begin_refused', { reason: url.refusal.reason, request_id: context.requestId })
    return unavailable(context, code, url.refusal)
  }
  const stateHash = await sha256Base64Url(state)
  const now = clock.now()
  await store.createPending({
    stateHash,
    ...(await keyring.seal(`pending|${stateHash}|sealed`, { nonce, verifier })),
    challenge: wanted.challenge,
    returnUri: wanted.returnUri,
    link,
    createdAt: now,
    expiresAt: asDate(now, LIMITS.pendingMs),
  })
  const body: BeginResponse = { authorization_url: url.value }
  return json(200, body)
}
