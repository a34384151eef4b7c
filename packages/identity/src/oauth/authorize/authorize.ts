import {
  type CodeRequest,
  type HotStatements,
  type IssueSituation,
  issueCodeIn,
  saveConnection,
} from '../../access/index.ts'
import { type AuditOrigin, appendEvent } from '../../audit/index.ts'
import { type Clock, EPOCH, plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { type MintedToken, mintToken, type TokenKey } from '../../platform/opaque-token.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Random } from '../../platform/random.ts'
import type { Signer } from '../../signing-keys/index.ts'
import type { AuthorizationFault } from './authorization-fault.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { subjectOfHint } from './id-token-hint.ts'
import { type Arrival, type ArrivalKind, type ConfirmReason, type Hint, nextStep } from './next-step.ts'

/** What `authorize` uses. */
export interface AuthorizeNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly signer: Signer
  readonly baseUrl: string
  readonly access: Pick<HotStatements, 'issueCode'>
}

/** Who asks: the session of the browser, and how the citizen came. */
export interface Requester {
  /** The session cookie; undefined where there is none. */
  readonly session: TokenKey | undefined
  readonly arrival: ArrivalKind
  /**
   * A sign-in at this instant or later is new. Undefined where the citizen was not sent to sign in, or where this is
   * the session that was too old.
   */
  readonly newSignInFrom: UnixSeconds | undefined
  readonly origin: AuditOrigin
}

/** The result of a request. */
export type AuthorizationOutcome =
  | { readonly outcome: 'code'; readonly code: string }
  | { readonly outcome: 'sign-in' }
  | { readonly outcome: 'verify-email'; readonly email: string }
  | {
      readonly outcome: 'confirm'
      readonly reason: ConfirmReason
      readonly citizen: { name: string; email: string }
    }
  | { readonly outcome: 'refused'; readonly fault: AuthorizationFault }
  /** The client changed during the request: read it again and decide again. */
  | { readonly outcome: 'stale-client' }

const NOBODY: TokenKey = { citizenId: '00000000-0000-0000-0000-000000000000', hash: Buffer.alloc(32) }

/** Decides a request. It issues a code only where nothing is left to ask. */
export async function authorize(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester,
): Promise<AuthorizationOutcome> {
  const arrival = await arrivalOf(needs, request, requester)
  const minted = mintToken(
    needs.random,
    'authorization-code',
    requester.session?.citizenId ?? NOBODY.citizenId,
  )
  const ask = codeRequest(needs, { request, requester, arrival, minted })
  const situation = await needs.access.issueCode(ask)
  if (situation.issued) return { outcome: 'code', code: minted.value.reveal() }
  if (!situation.clientIsCurrent) return { outcome: 'stale-client' }
  return takeStep(needs, { request, requester, arrival, minted, ask, situation })
}

/** Stores that the citizen allows the program, and issues the code, in one transaction. */
export async function allowProgram(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester & { readonly session: TokenKey },
): Promise<string | undefined> {
  const now = needs.clock.now()
  const minted = mintToken(needs.random, 'authorization-code', requester.session.citizenId)
  const any: Arrival = {
    arrival: 'led',
    newSignInFrom: undefined,
    oldestAuthentication: oldestAuthentication(now, request.maxAgeSeconds),
    hinted: { hint: 'none' },
  }
  const ask = codeRequest(needs, { request, requester, arrival: any, minted })
  return needs.db.transaction(async (tx) => {
    const before = await issueCodeIn(tx, needs.clock, { ...ask, asks: 'page' })
    if (before.sessionId === null || !before.emailVerified || !before.clientIsCurrent) return undefined
    if (before.authenticatedAt === null || before.authenticatedAt < any.oldestAuthentication) return undefined
    await connect(needs, tx, { request, requester, sessionId: before.sessionId, now })
    const after = await issueCodeIn(tx, needs.clock, { ...ask, asks: 'nothing' })
    return after.issued ? minted.value.reveal() : undefined
  })
}

async function arrivalOf(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  requester: Requester,
): Promise<Arrival> {
  return {
    arrival: requester.arrival,
    newSignInFrom: requester.newSignInFrom,
    oldestAuthentication: oldestAuthentication(needs.clock.now(), request.maxAgeSeconds),
    hinted: await readHint(needs, request.idTokenHint),
  }
}

async function readHint(needs: AuthorizeNeeds, idTokenHint: string | undefined): Promise<Hint> {
  if (idTokenHint === undefined) return { hint: 'none' }
  const subject = await subjectOfHint(needs.signer, needs.baseUrl, idTokenHint)
  return subject === undefined ? { hint: 'unreadable' } : { hint: 'citizen', subject }
}

function oldestAuthentication(now: UnixSeconds, maxAgeSeconds: number | undefined): UnixSeconds {
  return maxAgeSeconds === undefined || maxAgeSeconds === 0 ? EPOCH : plusSeconds(now, -maxAgeSeconds)
}

interface Deciding {
  readonly request: AuthorizationRequest
  readonly requester: Requester
  readonly arrival: Arrival
  readonly minted: MintedToken
}

function codeRequest(needs: AuthorizeNeeds, { request, requester, arrival, minted }: Deciding): CodeRequest {
  const session = requester.session ?? NOBODY
  const mayAsk = request.prompt.has('none') ? request.prompt.size > 1 : request.prompt.size > 0
  const asks =
    mayAsk || request.maxAgeSeconds === 0 || request.idTokenHint !== undefined || requester.arrival !== 'led'
  return {
    citizenId: session.citizenId,
    cookieHash: session.hash,
    clientId: request.client.clientId,
    revision: request.client.revision,
    codeHash: minted.hash,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scope: request.scope,
    oldestAuthentication: arrival.oldestAuthentication,
    asks: asks ? 'page' : 'nothing',
  }
}

async function takeStep(
  needs: AuthorizeNeeds,
  deciding: Deciding & { readonly ask: CodeRequest; readonly situation: IssueSituation },
): Promise<AuthorizationOutcome> {
  const { request, situation, arrival } = deciding
  const next = nextStep(request, situation, arrival)
  const citizen = { name: situation.fullName ?? '', email: situation.email ?? '' }
  if (next.step === 'refuse') return { outcome: 'refused', fault: next.fault }
  if (next.step === 'sign-in') return { outcome: 'sign-in' }
  if (next.step === 'verify-email') return { outcome: 'verify-email', email: citizen.email }
  if (next.step === 'confirm') return { outcome: 'confirm', reason: next.reason, citizen }
  const code = await issueSilently(needs, deciding, next.step)
  return code === undefined ? { outcome: 'sign-in' } : { outcome: 'code', code }
}

/** Issues the code where nothing is asked. Nothing where something that it depends on has changed since it was read. */
async function issueSilently(
  needs: AuthorizeNeeds,
  { request, requester, ask, minted }: Deciding & { readonly ask: CodeRequest },
  step: 'connect' | 'issue',
): Promise<string | undefined> {
  const { session } = requester
  if (step === 'connect') return session && allowProgram(needs, request, { ...requester, session })
  const situation = await needs.access.issueCode({ ...ask, asks: 'nothing' })
  return situation.issued ? minted.value.reveal() : undefined
}

async function connect(
  needs: AuthorizeNeeds,
  tx: Database,
  entry: {
    readonly request: AuthorizationRequest
    readonly requester: Requester & { readonly session: TokenKey }
    readonly sessionId: string
    readonly now: UnixSeconds
  },
): Promise<void> {
  const { citizenId } = entry.requester.session
  const { clientId } = entry.request.client
  const isNew = await saveConnection(tx, { citizenId, clientId, scope: entry.request.scope }, entry.now)
  if (!isNew) return
  await appendEvent(
    { ...needs, db: tx },
    {
      name: 'program-connected',
      origin: entry.requester.origin,
      citizenId,
      clientId,
      sessionId: entry.sessionId,
    },
  )
}
