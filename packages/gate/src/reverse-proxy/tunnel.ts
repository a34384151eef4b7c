import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from '@portico/program/node'
import { failureOf, logFailure, onAnswer, reasonOf, TooSlow } from './back-end-failure.ts'
import type { Admitted, ForwardingNeeds } from './forwarding-needs.ts'
import { refuseSocket } from './gate-page.ts'
import { headersForBackEnd, headersForVisitor } from './passed-headers.ts'
import { isEventStream, refusalOf, watchSession } from './watch-session.ts'

/** A request to open a WebSocket, and its connection. */
export interface Opening {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What the visitor has already sent. */
  readonly head: Buffer
  readonly admitted: Admitted
}

/** Passes a WebSocket on, until one side ends it or its session ends. */
export async function tunnel(needs: ForwardingNeeds, opening: Opening): Promise<void> {
  const { request, socket, admitted } = opening
  const { path } = admitted
  const headers = [
    ...headersForBackEnd(needs, request, admitted.identity),
    ...['Connection', 'Upgrade', 'Upgrade', 'websocket'],
  ]
  const watch = watchSession(needs, admitted)
  socket.once('close', watch.stop)
  const sent = needs.upstream.open({ method: 'GET', path, headers }, false)
  sent.setTimeout(needs.config.timeoutSeconds * 1000, () => sent.destroy(new TooSlow('no answer in time')))
  watch.whenEnded(() => sent.destroy())
  const opened = await untilAnswered(sent, socket).catch(failureOf)
  if (socket.destroyed) return
  const ended = watch.endReason()
  if (ended) return refuseUpgrade(socket, refusalOf(needs, admitted, ended))
  if ('reason' in opened) {
    logFailure(needs, request, opened)
    return refuseSocket(opened.problem, request, socket)
  }
  sent.setTimeout(0)
  watch.whenEnded(() => socket.destroy())
  if (!('answer' in opened) || isEventStream(opened.answer)) watch.endsWithGate()
  if ('answer' in opened) passRefusal(needs, opening, opened.answer)
  else join(needs, opening, opened)
}

interface Upgraded {
  readonly upgraded: IncomingMessage
  readonly other: Duplex
  readonly first: Buffer
}

/** What the back end says: it takes the WebSocket, or it answers something else. */
function untilAnswered(
  sent: ClientRequest,
  socket: Duplex,
): Promise<Upgraded | { readonly answer: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    sent.once('upgrade', (upgraded, other, first) => resolve({ upgraded, other, first }))
    onAnswer(sent, (answer) => resolve({ answer }), reject)
    sent.on('error', reject)
    sent.once('close', () => reject(new Error('the back end closed the connection')))
    socket.once('close', () => sent.destroy())
    sent.end()
  })
}

function headOf(status: number, words: string, headers: readonly string[]): string {
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))
  return `HTTP/1.1 ${status} ${words}\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Joins both sides: the end of one is the end of the other. */
function join(
  { cookieName }: ForwardingNeeds,
  { socket, head }: Opening,
  { upgraded, other, first }: Upgraded,
): void {
  const end = () => {
    socket.destroy()
    other.destroy()
  }
  for (const side of [socket, other]) side.on('error', end).on('close', end)
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
}

/** The back end does not open a WebSocket here, and says why. The connection ends with its answer, or with the session. */
function passRefusal(needs: ForwardingNeeds, { socket, admitted }: Opening, answer: IncomingMessage): void {
  const lines = headersForVisitor(needs, answer, admitted.answerFor)
  socket.once('close', () => answer.destroy())
  socket.write(headOf(answer.statusCode ?? 502, reasonOf(answer), [...lines, 'Connection', 'close']))
  socket.once('finish', () => socket.destroy())
  answer.on('error', () => socket.destroy())
  answer.pipe(socket)
}
