import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sendWebResponse } from '@portico/program/node'
import { besideBackEnd, discardRest, sendContinue } from '../platform/index.ts'
import {
  type BackEndFailure,
  failureOf,
  logFailure,
  onAnswer,
  reasonOf,
  TooSlow,
} from './back-end-failure.ts'
import type { Admitted, ForwardingNeeds } from './forwarding-needs.ts'
import { answerProblem } from './gate-page.ts'
import { headersForBackEnd, headersForVisitor } from './passed-headers.ts'
import { isEventStream, type RequestWatch, refusalOf, watchSession } from './watch-session.ts'

/** A request, and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly admitted: Admitted
}

/** A request under the watch of its session. */
interface Watched extends Exchange {
  readonly watch: RequestWatch
}

/** Such a request may be sent again where a connection that was open already has just been closed. */
const REPEATABLE: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Passes a request on, and its answer back, both as they come, for as long as its session is open. */
export async function exchange(needs: ForwardingNeeds, asked: Exchange): Promise<void> {
  const { request, response, admitted } = asked
  // A visitor who left while the session was checked cannot end the request any more.
  if (response.destroyed) return
  const watch = watchSession(needs, admitted)
  const one = { ...asked, watch }
  const isRepeatable = REPEATABLE.includes(request.method ?? '') && !hasBody(request)
  try {
    const answer = await ask(needs, one, isRepeatable).catch(failureOf)
    if ('reason' in answer) await answerFailure(needs, one, answer)
    else await passAnswer(needs, one, answer)
  } finally {
    watch.stop()
  }
}

async function passAnswer(
  needs: ForwardingNeeds,
  { response, admitted, watch }: Watched,
  answer: IncomingMessage,
): Promise<void> {
  const headers = [
    ...headersForVisitor(needs, answer, admitted.answerFor),
    ...besideBackEnd(response, answer),
  ]
  response.writeHead(answer.statusCode ?? 502, reasonOf(answer), headers)
  if (isEventStream(answer)) watch.endsWithGate()
  // A half answer must not look like a whole one: the connection breaks.
  await pipeline(answer, response, { signal: watch.ended }).catch(() => response.destroy())
}

/** The session has ended, or the back end has failed. */
async function answerFailure(
  needs: ForwardingNeeds,
  { request, response, admitted, watch }: Watched,
  failure: BackEndFailure,
): Promise<void> {
  if (response.destroyed) return
  const ended = watch.endReason()
  if (ended) await sendWebResponse(response, refusalOf(needs, admitted, ended))
  else {
    logFailure(needs, request, failure)
    answerProblem(failure.problem, request, response)
  }
  discardRest(request)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

/** Sends a request, once more where a connection was closed that had been open. */
async function ask(needs: ForwardingNeeds, one: Watched, isRepeatable: boolean): Promise<IncomingMessage> {
  const first = send(needs, one, isRepeatable)
  try {
    return await answerOf(needs, one, first)
  } catch (error) {
    const isOver = one.response.destroyed || one.watch.ended.aborted
    if (!isRepeatable || !first.reusedSocket || isOver || error instanceof TooSlow) throw error
    return answerOf(needs, one, send(needs, one, false))
  }
}

function send(
  needs: ForwardingNeeds,
  { request, response, admitted }: Exchange,
  reuse: boolean,
): ClientRequest {
  const { method = 'GET' } = request
  const { path } = admitted
  const headers = headersForBackEnd(needs, request, admitted.identity)
  const sent = needs.upstream.open({ method, path, headers }, reuse)
  sendContinue(request, response)
  if (hasBody(request)) request.pipe(sent)
  else sent.end()
  return sent
}

/** The head of the answer. The visitor who leaves ends the request, and so does the end of the session. */
function answerOf(
  { config }: ForwardingNeeds,
  { request, response, watch }: Watched,
  sent: ClientRequest,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // The time of the back end begins when it has the whole request: an upload may be slow.
  let timer: NodeJS.Timeout | undefined
  const startTimer = () => {
    timer = setTimeout(() => sent.destroy(new TooSlow('no answer in time')), config.timeoutSeconds * 1000)
  }
  const leave = () => sent.destroy()
  sent.once('finish', startTimer)
  onAnswer(sent, resolve, reject)
  // A back end need not read a body to the end before it answers.
  sent.on('error', reject)
  sent.once('close', () => reject(new Error('the back end closed the connection')))
  request.once('aborted', leave)
  response.once('close', leave)
  watch.whenEnded(leave)
  return promise.finally(() => clearTimeout(timer))
}
