import { request } from 'node:http'
import { BASE } from './program.ts'

/** A cookie that the program itself sets. */
export const OWN_COOKIE = 'own=1; Path=/'

/** Sends a request to a server as it is: fetch would not send `Cookie` and `Sec-Fetch-*`. */
export function sendTo(base: string, dropped = OWN_COOKIE): (asked: Request) => Promise<Response> {
  return ({ url, method, headers }) =>
    new Promise((resolve, reject) => {
      const target = base + url.slice(BASE.length)
      const sent = request(target, { method, headers: Object.fromEntries(headers) }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          )
          const answered = new Headers(pairs.filter(([, value]) => value !== dropped))
          const body = [204, 303].includes(answer.statusCode ?? 0) ? null : Buffer.concat(chunks)
          resolve(new Response(body, { status: answer.statusCode ?? 0, headers: answered }))
        })
      })
      sent.on('error', reject)
      sent.end()
    })
}
