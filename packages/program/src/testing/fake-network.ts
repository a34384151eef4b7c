import type { Cut } from './fake-state.ts'

/** Sends a response over a network connection that breaks at `cut`. */
export async function overNetwork(cut: Cut | undefined, answer: () => Promise<Response>): Promise<Response> {
  if (cut === 'before') throw connectionReset()
  const whole = await answer()
  if (cut === undefined) return whole
  if (cut === 'after') throw connectionReset()
  return new Response(brokenBody(new Uint8Array(await whole.arrayBuffer()).slice(0, cut)), whole)
}

function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}

function brokenBody(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = [bytes]
  return new ReadableStream({
    pull(controller) {
      const next = left.pop()
      if (next?.length) controller.enqueue(next)
      else controller.error(new TypeError('terminated'))
    },
  })
}
