import { request } from 'node:http'

/** `fetch` writes `Sec-Fetch-Mode: cors`, whatever it is told. So this sends the headers of a browser by itself. */
export function navigate(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
  const site = method === 'GET' ? 'none' : 'same-origin'
  const navigation = {
    accept: 'text/html',
    ...{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': site },
  }
  return new Promise((resolve, reject) => {
    const own = Object.fromEntries(new Headers(headers))
    const sent = request(url, { method, headers: { ...navigation, ...own }, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const lines = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        const status = answer.statusCode ?? 0
        const text = [204, 303, 304].includes(status) ? null : Buffer.concat(chunks)
        resolve(new Response(text, { status, headers: lines }))
      })
    })
    sent.on('error', reject)
    sent.end(typeof body === 'string' ? body : undefined)
  })
}
