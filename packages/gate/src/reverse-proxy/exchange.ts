import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { answerProblem } from './gate-page.ts'
import { headersForBackEnd, headersForVisitor } from './passed-headers.ts'
import type { Admitted, PassingNeeds } from './passing.ts'
import { watchSession } from './watch-session.ts'

/** A request, and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly admitted: Admitted
}

/** Such a request may be sent again where a connection that was open already has just been closed. */
const REPEATABLE: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Passes a request on, and its answer back, both as they come. */
export async function exchange(needs: PassingNeeds, one: Exchange): Promise<void> {
  const { request, response } = one
  // A visitor who left while the session was checked cannot end the request any more.
  if (response.destroyed) return
  const isRepeatable = REPEATABLE.includes(request.method ?? '') && !hasBody(request)
  const answer = await ask(needs, one, isRepeatable).catch((error: unknown) => failureOf(error))
  if (typeof answer === 'string') {
    if (!response.destroyed) answerProblem(answer, request, response)
    return
  }
  response.writeHead(
    answer.statusCode ?? 502,
    answer.statusMessage,
    headersForVisitor(needs, answer, one.admitted.answerFor),
  )
  const stop = watchSession(needs, one, answer)
  // A half answer must not look like a whole one: the connection breaks.
  await pipeline(answer, response).catch(() => response.destroy())
  stop()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

class TooSlow extends Error {}

function failureOf(error: unknown): 'back_end_slow' | 'back_end_away' {
  return error instanceof TooSlow ? 'back_end_slow' : 'back_end_away'
}

/** Sends a request, once more where a connection was closed that had been open. */
async function ask(needs: PassingNeeds, one: Exchange, isRepeatable: boolean): Promise<IncomingMessage> {
  const first = send(needs, one, isRepeatable)
  try {
    return await answerOf(needs, one, first)
  } catch (error) {
    if (!isRepeatable || !first.reusedSocket || one.response.destroyed || error instanceof TooSlow)
      throw error
    return answerOf(needs, one, send(needs, one, false))
  }
}

function send(needs: PassingNeeds, { request, admitted }: Exchange, reuse: boolean): ClientRequest {
  const { method = 'GET' } = request
  const { path } = admitted
  const headers = headersForBackEnd(needs, request, admitted.identity)
  const sent = needs.upstream.open({ method, path, headers }, reuse)
  if (hasBody(request)) request.pipe(sent)
  else sent.end()
  return sent
}

/** The head of the answer. The visitor who leaves ends the request. */
function answerOf(
  { config }: PassingNeeds,
  { request, response }: Exchange,
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
  sent.once('response', resolve)
  // A back end need not read a body to the end before it answers.
  sent.on('error', reject)
  sent.once('close', () => reject(new Error('the back end closed the connection')))
  request.once('aborted', leave)
  response.once('close', leave)
  return promise.finally(() => clearTimeout(timer))
}
