import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseSocket } from './gate-page.ts'
import { headersForBackEnd, headersForVisitor } from './passed-headers.ts'
import type { Admitted, PassingNeeds } from './passing.ts'
import { watchSession } from './watch-session.ts'

/** A request to open a WebSocket, and its connection. */
export interface Opening {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What the visitor has already sent. */
  readonly head: Buffer
  readonly admitted: Admitted
}

/** Passes a WebSocket on, until one side ends it or its session ends. */
export async function tunnel(needs: PassingNeeds, opening: Opening): Promise<void> {
  const { request, socket, admitted } = opening
  const { path } = admitted
  const headers = [
    ...headersForBackEnd(needs, request, admitted.identity),
    ...['Connection', 'Upgrade', 'Upgrade', 'websocket'],
  ]
  const sent = needs.upstream.open({ method: 'GET', path, headers }, false)
  sent.setTimeout(needs.config.timeoutSeconds * 1000, () => sent.destroy())
  const opened = await untilAnswered(sent, socket)
  if (opened === null) return refuseSocket('back_end_away', request, socket)
  sent.setTimeout(0)
  if ('answer' in opened) return passRefusal(needs, opening, opened.answer)
  join(needs, opening, opened)
}

interface Upgraded {
  readonly upgraded: IncomingMessage
  readonly other: Duplex
  readonly first: Buffer
}

/** What the back end says: it takes the WebSocket, or it answers something else. Null if it says nothing. */
function untilAnswered(
  sent: ClientRequest,
  socket: Duplex,
): Promise<Upgraded | { readonly answer: IncomingMessage } | null> {
  return new Promise((resolve) => {
    sent.once('upgrade', (upgraded, other, first) => resolve({ upgraded, other, first }))
    sent.once('response', (answer) => resolve({ answer }))
    sent.on('error', () => resolve(null))
    sent.once('close', () => resolve(null))
    socket.once('close', () => sent.destroy())
    sent.end()
  })
}

function headOf(status: number, words: string, headers: readonly string[]): string {
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))
  return `HTTP/1.1 ${status} ${words}\r\n${lines.join('\r\n')}\r\n\r\n`
}

function join(
  { sso, closing, cookieName }: PassingNeeds,
  { socket, head, admitted: { watched } }: Opening,
  { upgraded, other, first }: Upgraded,
): void {
  const over = new AbortController()
  const end = () => {
    over.abort()
    socket.destroy()
    other.destroy()
  }
  for (const side of [socket, other]) side.on('error', end).on('close', end)
  closing.addEventListener('abort', end, { signal: over.signal })
  const headers = [
    ...headersForVisitor({ cookieName }, upgraded, 'everybody'),
    'Connection',
    'Upgrade',
    'Upgrade',
    'websocket',
  ]
  socket.write(headOf(101, 'Switching Protocols', headers))
  socket.write(first)
  other.write(head)
  socket.pipe(other)
  other.pipe(socket)
  if (watched === null) return
  void sso.whenRefused(watched, over.signal).then((refusal) => {
    if (refusal) end()
  })
}

/** The back end does not open a WebSocket here, and says why. The connection ends with its answer, or with the session. */
function passRefusal(needs: PassingNeeds, { socket, admitted }: Opening, answer: IncomingMessage): void {
  const lines = headersForVisitor(needs, answer, admitted.answerFor)
  socket.once('close', watchSession(needs, { response: socket, admitted }, answer))
  socket.write(
    headOf(answer.statusCode ?? 502, answer.statusMessage ?? '', [...lines, 'Connection', 'close']),
  )
  socket.once('finish', () => socket.destroy())
  answer.on('error', () => socket.destroy())
  answer.pipe(socket)
}
