import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Outcome, Send } from './forward-round.ts'
import { syslogFrames, syslogMessage } from './syslog-message.ts'
import { faultOf, NOT_IN_TIME } from './transport-fault.ts'

/** A server of syslog. */
export interface SyslogServer {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

/**
 * Sends over TLS (RFC 5425) or TCP (RFC 6587), each delivery over a connection of its own. Syslog has no acknowledgement. So the connection is closed behind the last message, and what was sent counts as
 * delivered when the server has closed it, too: it does so when it has read everything.
 */
export function syslogSender(
  server: SyslogServer,
  { host, milliseconds }: { readonly host: string; readonly milliseconds: number },
): Send {
  return ({ entries, now }, stopped) => {
    const frames = syslogFrames(entries.map((entry) => syslogMessage(entry, { host, now })))
    return exchange(open(server), frames, { milliseconds, stopped })
  }
}

function open({ host, port, isTls }: SyslogServer): Socket {
  if (!isTls) return connectTcp({ host, port })
  const name = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ host, port, minVersion: 'TLSv1.2', ...name })
}

interface Patience {
  readonly milliseconds: number
  readonly stopped: AbortSignal
}

function exchange(socket: Socket, frames: Buffer, { milliseconds, stopped }: Patience): Promise<Outcome> {
  return new Promise((resolve) => {
    let isWritten = false
    let isRead = false
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', stop)
      socket.destroy()
      resolve(outcome)
    }
    const fail = (says: string) => settle({ kind: 'failed', says })
    const stop = () => settle({ kind: 'stopped' })
    const timer = setTimeout(() => fail(NOT_IN_TIME), milliseconds)
    if (stopped.aborted) return stop()
    stopped.addEventListener('abort', stop)
    socket.on('error', (error) => fail(faultOf(error)))
    socket.on('finish', () => (isWritten = true))
    // Where it closes before everything is written, it has not read it.
    socket.on('end', () => (isRead = isWritten))
    socket.on('close', () =>
      isRead ? settle({ kind: 'delivered' }) : fail('closed before everything was read'),
    )
    // What it says has no meaning, and must not fill the memory.
    socket.resume()
    socket.end(frames)
  })
}
