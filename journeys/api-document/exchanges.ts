import { request } from 'node:http'

/** A request as a test sends it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | URLSearchParams | undefined
}

/** A request and what came back. */
export interface Exchange {
  readonly sent: Sent
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body: string }
}

/** Sends a request to a service and keeps the answer. It follows no redirect. */
export async function exchangeWith(baseUrl: string, sent: Sent): Promise<Exchange> {
  const names = sent.headers.map(([name]) => name)
  const answer = await (new Set(names).size < names.length ? sendTwice(baseUrl, sent) : send(baseUrl, sent))
  return { sent, answer: { status: answer.status, headers: answer.headers, body: await answer.text() } }
}

/** The answer of an exchange, to read it once more. */
export function answerOf({ answer: { status, headers, body } }: Exchange): Response {
  return new Response(status === 304 ? null : body, { status, headers })
}

function send(baseUrl: string, { method, path, headers, body }: Sent): Promise<Response> {
  return fetch(baseUrl + path, {
    ...{ method, redirect: 'manual', headers: headers.map(([name, value]) => [name, value]) },
    ...(body !== undefined && { body }),
  })
}

/** `fetch` joins headers of one name, so Node sends those that come twice. */
function sendTwice(baseUrl: string, { method, path, headers }: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const raw = [...headers.flat(), 'Content-Length', '0', 'Host', new URL(baseUrl).host]
    const sent = request(baseUrl + path, { method, headers: raw }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers: pairs }))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
