import {
  type CodeRequest,
  type HotStatements,
  type IssueSituation,
  issueCodeIn,
  meetsAny,
  type SessionProof,
  saveConnection,
} from '../../access/index.ts'
import { type AuditOrigin, appendEvent, secondsUntilRoom } from '../../audit/index.ts'
import { lockCitizen } from '../../citizens/index.ts'
import { EPOCH, plusSeconds } from '../../platform/clock.ts'
import type { Basics } from '../../platform/foundation.ts'
import { NO_TOKEN } from '../../platform/nobody.ts'
import { type MintedToken, mintToken, type TokenKey } from '../../platform/opaque-token.ts'
import type { Signer } from '../../signing-keys/index.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { type Arrival, confirmation, type NextStep, nextStep } from './next-step.ts'

/** What `authorize` uses. */
export interface AuthorizeNeeds extends Basics {
  readonly signer: Signer
  readonly baseUrl: string
  readonly access: Pick<HotStatements, 'issueCode'>
  /** What a citizen could prove more with than with a password. The rooms of these proofs are above this one. */
  readonly strongProofs: (citizenId: string) => Promise<readonly SessionProof[]>
}

/** Who asks: the session of the browser, and how the citizen came. */
export interface Requester extends Arrival {
  /** The session cookie; undefined where there is none. */
  readonly session: TokenKey | undefined
  readonly origin: AuditOrigin
}

/** The result of a request: the code, or what must happen before one is issued. */
export type AuthorizationOutcome =
  | { readonly step: 'code'; readonly code: string }
  /** The client changed during the request: read it again and decide again. */
  | { readonly step: 'stale-client' }
  | Exclude<NextStep, { step: 'connect' | 'issue' }>

/** Decides a request. It issues a code only where nothing is left to ask. */
export async function authorize(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester,
): Promise<AuthorizationOutcome> {
  const hintedSubject = await subjectOfHint(needs, request.idTokenHint)
  const { minted, ask } = codeRequest(needs, request, requester)
  const situation = await needs.access.issueCode(ask)
  if (situation.issued) return { step: 'code', code: minted.value.reveal() }
  if (!situation.clientIsCurrent) return { step: 'stale-client' }
  const { oldestAuthentication } = ask
  const canProveMore = await couldProveMore(needs, request, situation, ask.citizenId)
  const next = nextStep({
    ...requester,
    request,
    situation,
    oldestAuthentication,
    hintedSubject,
    canProveMore,
  })
  if (next.step !== 'connect' && next.step !== 'issue') return next
  // Without a code now, something that it depends on has changed since it was read.
  if (next.step === 'connect') return connect(needs, request, requester)
  const { issued } = await needs.access.issueCode({ ...ask, asks: 'nothing' })
  return issued ? { step: 'code', code: minted.value.reveal() } : { step: 'sign-in' }
}

/** A trusted program's first time. A citizen who cannot connect another program now is asked, and may go on later. */
async function connect(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester,
): Promise<AuthorizationOutcome> {
  const allowed = await allowProgram(needs, request, requester)
  if (allowed.step === 'changed') return { step: 'sign-in' }
  return allowed.step === 'confirm' && request.prompt.has('none')
    ? { step: 'refuse', fault: 'consent-required' }
    : allowed
}

/** How many programs a citizen connects within an hour. Each is an event, and the disconnection is another one. */
const MOST_CONNECTIONS_PER_HOUR = 30

/** What became of a citizen's consent. `changed`: something that it depends on has changed since it was shown. */
export type Consent =
  | Extract<AuthorizationOutcome, { step: 'code' | 'confirm' }>
  | { readonly step: 'changed' }

const CHANGED: Consent = { step: 'changed' }

/**
 * Stores that the citizen allows the program, and issues the code, in one transaction. It locks the citizen and counts the new connections
 * of the last hour by their events: nobody but the citizen can use them up, and what is rolled back is not counted.
 */
export async function allowProgram(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester,
): Promise<Consent> {
  const { minted, ask } = codeRequest(needs, request, requester)
  const { citizenId, clientId, scope, oldestAuthentication } = ask
  const now = needs.clock.now()
  return needs.db.transaction(async (tx) => {
    await lockCitizen(tx, citizenId)
    const before = await issueCodeIn(tx, needs.clock, { ...ask, asks: 'page' })
    const { sessionId, authenticatedAt } = before
    if (sessionId === null || !before.emailVerified || !before.clientIsCurrent) return CHANGED
    if (authenticatedAt === null || authenticatedAt < oldestAuthentication) return CHANGED
    const retryAfterSeconds =
      before.connectedScope === null ? await untilRoom({ ...needs, db: tx }, citizenId) : 0
    if (retryAfterSeconds > 0) return { ...confirmation('first', before), retryAfterSeconds }
    const isNew = await saveConnection(tx, { citizenId, clientId, scope }, now)
    const event = { origin: requester.origin, citizenId, clientId, sessionId }
    if (isNew) await appendEvent({ ...needs, db: tx }, { name: 'program-connected', ...event })
    const after = await issueCodeIn(tx, needs.clock, { ...ask, asks: 'nothing' })
    return after.issued ? { step: 'code', code: minted.value.reveal() } : CHANGED
  })
}

function untilRoom(needs: Basics, citizenId: string): Promise<number> {
  return secondsUntilRoom(needs, { citizenId, name: 'program-connected', most: MOST_CONNECTIONS_PER_HOUR })
}

/**
 * Whether the session does not meet what the program asks for by `acr_values`, and its citizen could. It is a wish (OpenID
 * Connect Core section 3.1.2.1): who cannot meet it is not asked, and with `prompt=none` nobody is.
 */
async function couldProveMore(
  { strongProofs }: AuthorizeNeeds,
  { acrValues, prompt }: AuthorizationRequest,
  { sessionId, proof }: IssueSituation,
  citizenId: string,
): Promise<boolean> {
  if (acrValues.length === 0 || prompt.has('none') || sessionId === null) return false
  if (meetsAny(proof, acrValues)) return false
  const owned = await strongProofs(citizenId)
  return owned.some((better) => meetsAny(better, acrValues))
}

/**
 * The citizen that an `id_token_hint` names (OpenID Connect Core section 3.1.2.1). It may be expired, because it only
 * says whom the program means, but this service must have signed it. Hints are rare, so the code that reads them is
 * loaded at the first one.
 */
async function subjectOfHint(
  { signer, baseUrl }: AuthorizeNeeds,
  hint: string | undefined,
): Promise<string | undefined> {
  if (hint === undefined) return undefined
  try {
    const { compactVerify, createLocalJWKSet, decodeJwt } = await import('jose')
    const { keys } = await signer.publicKeys()
    const keySet = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) })
    await compactVerify(hint, keySet, { algorithms: ['RS256'] })
    const { iss, sub } = decodeJwt(hint)
    return iss === baseUrl ? sub : undefined
  } catch {
    return undefined
  }
}

/** Makes a code, and the request for it. */
function codeRequest(
  { clock, random }: AuthorizeNeeds,
  request: AuthorizationRequest,
  { session = NO_TOKEN, arrival }: Requester,
): { readonly minted: MintedToken; readonly ask: CodeRequest } {
  const { client, prompt, maxAgeSeconds } = request
  const minted = mintToken(random, 'authorization-code', session.citizenId)
  const mayAsk = prompt.size > 0 && !prompt.has('none')
  const isAsked = maxAgeSeconds === 0 || request.idTokenHint !== undefined || request.acrValues.length > 0
  const asks = mayAsk || isAsked || arrival !== 'led'
  const isAnyAge = maxAgeSeconds === undefined || maxAgeSeconds === 0
  const ask: CodeRequest = {
    citizenId: session.citizenId,
    cookieHash: session.hash,
    clientId: client.clientId,
    revision: client.revision,
    codeHash: minted.hash,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scope: request.scope,
    oldestAuthentication: isAnyAge ? EPOCH : plusSeconds(clock.now(), -maxAgeSeconds),
    asks: asks ? 'page' : 'nothing',
    acrValues: request.acrValues.join(' '),
  }
  return { minted, ask }
}
