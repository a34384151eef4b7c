import type { IncomingMessage } from 'node:http'
import type { SignedOut, Unavailable } from '@portico/program'
import type { Admitted, ForwardingNeeds } from './forwarding-needs.ts'

/** Why a request must end: its session has ended or cannot be checked, or the gate closes. */
type EndReason = SignedOut | Unavailable

/** The watch of one request, from its admission until its answer is over. Its back end gets nothing after that. */
export interface RequestWatch {
  /** Aborts at most 30 seconds after the check that let the request in. */
  readonly ended: AbortSignal
  /** Why `ended` was aborted. */
  readonly endReason: () => EndReason | undefined
  /** Calls this when the request must end, or at once. */
  whenEnded(end: () => void): void
  /** From now on, the request also ends when the gate closes: it is a stream. */
  endsWithGate(): void
  stop(): void
}

const NO_LONGER: Unavailable = {
  ...{ status: 'unavailable', http: 503, code: 'identity_unavailable' },
  ...{ retryAfterSeconds: 1, clearLocal: false },
}

/**
 * Watches the session of a request: while it is sent, while the back end thinks, and while the answer comes. Whoever passes the
 * request on destroys both sides at its end.
 */
export function watchSession(
  { sso, closing }: Pick<ForwardingNeeds, 'sso' | 'closing'>,
  { watched }: Pick<Admitted, 'watched'>,
): RequestWatch {
  const over = new AbortController()
  const ended = new AbortController()
  let endReason: EndReason | undefined
  const end = (reason: EndReason) => {
    endReason ??= reason
    ended.abort(endReason)
  }
  if (watched)
    sso.whenRefused(watched, over.signal).then(
      (refusal) => refusal && end(refusal),
      () => end(NO_LONGER),
    )
  return {
    ended: ended.signal,
    endReason: () => endReason,
    whenEnded(then) {
      if (ended.signal.aborted) then()
      else ended.signal.addEventListener('abort', then, { once: true })
    },
    endsWithGate() {
      const close = () => end(NO_LONGER)
      if (closing.aborted) close()
      else closing.addEventListener('abort', close, { signal: over.signal })
    },
    stop: () => over.abort(),
  }
}

/** The answer to a request that has ended before its own answer began. */
export function refusalOf(
  { sso }: Pick<ForwardingNeeds, 'sso'>,
  { watched }: Admitted,
  reason: EndReason,
): Response {
  return sso.refuse(reason, watched && 'headers' in watched ? watched : undefined)
}

/** A stream has no end of its own. */
export function isEventStream({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers['content-type'] ?? '').startsWith('text/event-stream')
}
