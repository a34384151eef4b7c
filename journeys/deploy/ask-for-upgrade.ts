import { type IncomingMessage, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import type { Duplex } from 'node:stream'
import type { AttackedSite } from './attacked-sites.ts'
import { HOST } from './gate-front.ts'

/** What became of a request for another protocol. */
export interface Upgraded {
  readonly status: number
  /** What came back on a connection that had changed its protocol, for the bytes that were sent on it. */
  readonly tunnelled: string | null
}

/** Asks for another protocol. Where the connection changes, sends these bytes on it. */
export function askForUpgrade(
  { port, tls }: Pick<AttackedSite, 'port' | 'tls'>,
  asked: { readonly path: string; readonly headers: Readonly<Record<string, string | readonly string[]>> },
  bytes: string,
): Promise<Upgraded> {
  return new Promise((resolve, reject) => {
    const headers = Object.entries({ host: HOST, ...asked.headers }).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, one]),
    )
    const options = { host: '127.0.0.1', port, path: asked.path, headers, agent: false as const }
    const sent = tls
      ? requestOverTls({ ...options, servername: tls, rejectUnauthorized: false })
      : request(options)
    sent.on('error', reject)
    sent.on('response', (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode ?? 0, tunnelled: null })
      answer.destroy()
    })
    sent.on('upgrade', (answer: IncomingMessage, socket: Duplex, head: Buffer) => {
      let got = head.toString('latin1')
      const settle = () => resolve({ status: answer.statusCode ?? 0, tunnelled: got })
      socket.on('data', (chunk: Buffer) => {
        got += chunk.toString('latin1')
        if (got.includes(bytes)) socket.destroy()
      })
      socket.on('error', settle).on('close', settle)
      socket.write(bytes)
    })
    sent.end()
  })
}
