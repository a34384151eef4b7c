import { connect } from 'node:net'

/** What came back on a raw connection. */
export interface RawAnswer {
  readonly status: number
  /** Everything, as it came. */
  readonly text: string
  /** Whether the server closed the connection by itself. */
  readonly isClosed: boolean
}

const QUIET_MILLISECONDS = 100
/** An answer that says so is waited for until the connection is closed. */
const CLOSING = /\r\nconnection: close\r\n/i

/** Sends these bytes as they are, and reads until the server closes, or has answered and says nothing more. */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  patienceMilliseconds = 30_000,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = (isClosed: boolean) => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, isClosed })
    }
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!CLOSING.test(text)) socket.setTimeout(QUIET_MILLISECONDS, () => finish(false))
      else socket.setTimeout(patienceMilliseconds)
    })
    socket.on('close', () => finish(true))
    socket.on('error', (error) => (text === '' ? reject(error) : finish(true)))
    socket.setTimeout(patienceMilliseconds, () => finish(false))
  })
}

/** One request, written out. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, ...headers, '', body].join('\r\n')
}
