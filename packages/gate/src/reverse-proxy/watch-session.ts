import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import type { Admitted, PassingNeeds } from './passing.ts'

/**
 * Ends an answer that is still on its way when its session ends or cannot be checked any more. An event stream is watched
 * from its beginning, and a download as soon as its central check may be too old. Returns the function to call when the
 * answer is over.
 */
export function watchSession(
  { sso, closing, ceilingMs }: PassingNeeds,
  { response, admitted: { watched } }: { readonly response: Writable; readonly admitted: Admitted },
  answer: IncomingMessage,
): () => void {
  const over = new AbortController()
  const end = () => response.destroy()
  const isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream')
  // A gate that closes does not wait for a stream.
  if (isStream) closing.addEventListener('abort', end, { signal: over.signal })
  if (watched === null) return () => over.abort()
  const watch = () => {
    void sso.whenRefused(watched, over.signal).then((refusal) => {
      if (refusal) end()
    })
  }
  const timer = isStream ? void watch() : setTimeout(watch, ceilingMs)
  return () => {
    over.abort()
    clearTimeout(timer ?? undefined)
  }
}
