import { sha256Base64Url } from '../platform/index.ts'
import { type AskedFault, handoffCodeOf } from '../sessions/index.ts'
import type { CallbackResult, FirstCallback, PendingRow } from '../store/index.ts'
import { LIMITS, type SsoErrorParam } from '../wire.ts'
import { addressOf, type RequestContext } from './request-context.ts'

/** What the callback decided: a handoff code, or the word for the citizen. A page may say it more precisely. */
export type CallbackOutcome =
  | { readonly sso_code: string }
  | { readonly sso_error: SsoErrorParam; readonly onPage?: AskedFault }

/** A callback that was refused. */
export type RefusedOutcome = Extract<CallbackOutcome, { readonly sso_error: unknown }>

/**
 * A callback by its whole address, and by the address and the browser that it was opened from. Two values for each key,
 * newest key first. The store keeps a name; a code is kept nowhere and is the basis of the handoff's code.
 */
export interface Visit {
  readonly names: readonly [string, ...string[]]
  readonly codes: readonly [string, ...string[]]
}

/** A callback that comes again, and the code that its handoff has or gets. */
export interface RepeatedCallback {
  readonly pending: PendingRow
  readonly code: string
  /** How long it may wait for the first one. */
  readonly patienceMs: number
}

/** The pause between two looks at the first callback. */
const POLL_MS = 100

/** How many time limits a first callback may need: for the metadata one, for the code two, for the keys one. */
const MOST_LIMITS = 4

/** Names the callback of a request. */
export async function visitOf(context: RequestContext): Promise<Visit> {
  const { service, request, url } = context
  const label = JSON.stringify([url.search, addressOf(context), request.headers.get('user-agent')])
  const [names, codes] = [
    await service.keyring.derive(`callback|${label}`),
    await service.keyring.derive(`handoff|${label}`),
  ]
  return { names, codes }
}

/**
 * The first callback, if this one is the same: with the same state and code, from the same browser as far as can be seen, and within
 * the time of a handoff. Null for any other callback with a used state.
 */
export function repeatedOf(
  { service: { clock, settings } }: RequestContext,
  first: FirstCallback | null,
  { names, codes }: Visit,
): RepeatedCallback | null {
  if (!first) return null
  const { pending, at } = first
  const code = codes[names.indexOf(first.by)]
  const ageMs = Math.max(0, clock.now().getTime() - at.getTime())
  if (code === undefined || ageMs >= LIMITS.handoffMs) return null
  const patienceMs = MOST_LIMITS * settings.central.timeoutMs - ageMs
  return { pending, code: handoffCodeOf(code, pending.challenge), patienceMs }
}

/** Looks until `answerOf` has an answer, or the first callback has taken too long. Then null. */
export async function answerOnceKnown(
  { service: { store, clock } }: RequestContext,
  { pending, code, patienceMs }: RepeatedCallback,
  answerOf: (result: CallbackResult) => Promise<Response | null>,
): Promise<Response | null> {
  const codeHash = await sha256Base64Url(code)
  for (let leftMs = patienceMs; ; leftMs -= POLL_MS) {
    const answer = await answerOf(await store.findCallbackResult(pending.stateHash, codeHash, clock.now()))
    if (answer || leftMs <= 0) return answer
    await clock.sleep(POLL_MS)
  }
}

/** Keeps the word of a refusal for a callback that comes again. The first one is answered, whether that works or not. */
export async function keepRefusal(
  { service: { store, log }, requestId }: RequestContext,
  { stateHash }: PendingRow,
  refusal: string,
): Promise<void> {
  try {
    await store.settlePending(stateHash, refusal)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    log.log('warn', 'refusal_not_kept', { message, request_id: requestId })
  }
}

const KEPT: ReadonlyMap<string, RefusedOutcome> = new Map(
  Object.entries<RefusedOutcome>({
    cancelled: { sso_error: 'cancelled' },
    existing_account: { sso_error: 'existing_account' },
    unavailable: { sso_error: 'unavailable' },
    other_account: { sso_error: 'cancelled', onPage: 'other_account' },
    insufficient_user_authentication: {
      sso_error: 'cancelled',
      onPage: 'insufficient_user_authentication',
    },
  } satisfies Record<SsoErrorParam | AskedFault, RefusedOutcome>),
)

/** The refusal that a word was kept for. Null for any other word. */
export function keptRefusal(word: string): RefusedOutcome | null {
  return KEPT.get(word) ?? null
}
