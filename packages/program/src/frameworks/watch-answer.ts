import type { ServerResponse } from 'node:http'
import type { CitizenCheck, VisitorRequest, WatchedConnection } from '../program-sso.ts'
import type { CitizenOnRequest } from './citizen.ts'

/** A request that a guard has let through. */
export interface LetThrough<Account> {
  readonly request: VisitorRequest
  readonly citizen: CitizenOnRequest<Account>
  /** A ticket may have let it in. That one is spent, so its session is watched. */
  readonly acceptTicket?: boolean | undefined
}

/** The connection to watch. Null for a citizen whom an old guard recognised: that guard knows when it ends. */
export function connectionOf<Account>({
  request,
  citizen: { accountId, session },
  acceptTicket,
}: LetThrough<Account>): WatchedConnection | null {
  if (!session) return null
  const { headers, method, url } = request
  const admitted = { accountId, session }
  return acceptTicket ? { session, admitted } : { headers, method, url, admitted }
}

type Watching = Pick<CitizenCheck<{ id: string }>, 'whenRefused'>

/** An answer of Node. */
export type NodeAnswer = Pick<
  ServerResponse,
  'once' | 'destroy' | 'destroyed' | 'writableEnded' | 'writableLength'
>

/**
 * Ends the answer of a request, and with it the request, when its session has ended or cannot be checked any more. A
 * program that watches the session itself comes first, so that it can end the answer in its own way.
 */
export function watchAnswer(sso: Watching, through: LetThrough<unknown>, response: NodeAnswer): void {
  const connection = connectionOf(through)
  if (!connection || response.destroyed) return
  const over = new AbortController()
  const stop = () => over.abort()
  const isSent = () => response.writableEnded && response.writableLength === 0
  const end = () => void setImmediate(() => isSent() || response.destroy())
  response.once('close', stop).once('finish', stop)
  sso.whenRefused(connection, over.signal).then((refusal) => refusal && end(), end)
}

/**
 * The same for an answer of the Web: `answer` makes it, and its body breaks off. An answer that has not begun is the refusal.
 * What `answer` has begun to do is not undone.
 */
export async function watchedAnswer(
  sso: Watching & Pick<CitizenCheck<{ id: string }>, 'refuse'>,
  through: LetThrough<unknown> & { readonly left?: AbortSignal },
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const connection = connectionOf(through)
  if (!connection) return answer()
  const over = new AbortController()
  const stop = () => over.abort()
  through.left?.addEventListener('abort', stop, { signal: over.signal })
  const refused = sso
    .whenRefused(connection, over.signal)
    .then((refusal) => refusal ?? new Promise<never>(() => undefined))
  try {
    const made = Promise.resolve(answer())
    const first = await Promise.race([made, refused])
    if (first instanceof Response) return withWatchedBody(first, refused, stop)
    void made.then(({ body }) => body?.cancel()).catch(() => undefined)
    return sso.refuse(first, through.request)
  } catch (error) {
    stop()
    throw error
  }
}

function withWatchedBody(answer: Response, refused: Promise<unknown>, stop: () => void): Response {
  const { body } = answer
  if (!body) {
    stop()
    return answer
  }
  const ended = new AbortController()
  const end = () => ended.abort(new Error('the session of this answer has ended'))
  refused.then(end, end)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  body
    .pipeTo(writable, { signal: ended.signal })
    .catch(() => undefined)
    .finally(stop)
  return new Response(readable, answer)
}
