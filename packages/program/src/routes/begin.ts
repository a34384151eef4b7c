import { asDate, BASE64URL_256_BITS, bytesToBase64Url, sha256Base64Url } from '../platform/index.ts'
import { mayBeginLink, startOfLink } from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import { type BeginResponse, LIMITS } from '../wire.ts'
import { readBody } from './body.ts'
import { BEGINNERS } from './client-address.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import { type Endpoint, exceeded, notNow, refused, saying, throttled, type Visit } from './visit.ts'

interface Wanted {
  readonly returnUri: string
  readonly challenge: string
  readonly link: boolean
}

/** `POST begin/`: remembers what is pending and says where to go. */
export const begin: Endpoint = async (visit) => {
  const { settings } = visit.service
  const wanted = await readWanted(visit)
  if (wanted instanceof Response) return wanted
  const wait = await tooManyBegun(visit)
  if (wait !== null) return throttled(visit, wait)
  if (!settings.enabled) return notNow(visit, 'identity_unavailable', { reason: 'program.enabled is false.' })
  const link = wanted.link ? await linkOf(visit) : null
  return link instanceof Response ? link : start(visit, wanted, link)
}

function tooManyBegun(visit: Visit): Promise<number | null> {
  const { clientAddress, settings } = visit.service
  const visitor = clientAddress.of(visit.request, visit.peer)
  const name = BEGINNERS[visitor?.isPrivate ? 'private' : 'public']
  return exceeded(visit, name, settings.throttle?.beginPerIp, visitor?.name ?? null)
}

async function readWanted(visit: Visit): Promise<Wanted | Response> {
  const { settings } = visit.service
  const body = await readBody(visit, ['return_uri', 'code_challenge', 'link'])
  if (!body.ok) return refused(visit, body.code, body.hint)
  const { return_uri: returnUri, code_challenge: challenge, link = false } = body.fields
  if (typeof link !== 'boolean') return refused(visit, 'invalid_json', 'link is true or false.')
  if (typeof returnUri !== 'string' || !settings.returnUris.includes(returnUri)) {
    return refused(
      visit,
      'return_uri_not_allowed',
      'return_uri must equal an entry of program.returnUris, character by character.',
    )
  }
  if (typeof challenge !== 'string' || !BASE64URL_256_BITS.test(challenge)) {
    return refused(
      visit,
      'code_challenge_invalid',
      'code_challenge is base64url(SHA-256(verifier)) without padding: 43 characters.',
    )
  }
  return { returnUri, challenge, link }
}

async function linkOf(visit: Visit): Promise<LinkStart | Response> {
  const { service } = visit
  if (!service.accounts.legacy)
    return refused(visit, 'link_not_supported', 'accounts.legacy is not configured.')
  const start = await startOfLink(service, visit.request)
  if (!start.ok) return refuse(start.result, saying(visit))
  if (!(await mayBeginLink(service, start.link)))
    return refused(visit, 'fresh_sign_in_required', 'accounts.legacy.isFresh said no.')
  const { accountId } = start.link
  const wait = await exceeded(visit, 'begin-link', service.settings.throttle?.beginLinkPerAccount, accountId)
  return wait === null ? start.link : throttled(visit, wait)
}

async function start(visit: Visit, wanted: Wanted, link: LinkStart | null): Promise<Response> {
  const { store, central, keyring, random, clock, log } = visit.service
  const randomText = () => bytesToBase64Url(random.bytes(32))
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const url = await central.authorizationUrl({ state, nonce, challenge: await sha256Base64Url(verifier) })
  if (!url.ok) {
    const code = url.refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
    log.log('warn', 'begin_refused', { reason: url.refusal.reason, request_id: visit.requestId })
    return notNow(visit, code, url.refusal)
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
