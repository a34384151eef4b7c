/** The longest answer of a token endpoint, a key set or a discovery document is far below this. */
const MOST_BYTES = 262_144

/** An answer that nobody should have to hold in memory. */
class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** The same answer with its body read, up to a bound; throws as soon as it is longer. */
export async function boundedAnswer(answer: Response): Promise<Response> {
  if (!answer.body) return answer
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new AnswerTooLong(`an answer of more than ${MOST_BYTES} bytes`)
    chunks.push(Uint8Array.from(chunk))
  }
  const { status, statusText, headers } = answer
  return new Response(new Blob(chunks), { status, statusText, headers })
}
