import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ForwardingNeeds } from './forwarding-needs.ts'
import type { GateProblem } from './gate-words.ts'

/** The back end did not begin its answer in time. */
export class TooSlow extends Error {}

/** What the visitor is told, and what the log says. */
export interface BackEndFailure {
  readonly problem: Extract<GateProblem, 'back_end_away' | 'back_end_slow'>
  readonly reason: string
}

/** The failure of an error of the connection to the back end. */
export function failureOf(error: unknown): BackEndFailure {
  const reason = error instanceof Error ? error.message : 'unknown'
  return { problem: error instanceof TooSlow ? 'back_end_slow' : 'back_end_away', reason }
}

class NoAnswer extends Error {
  constructor({ statusCode = 0 }: IncomingMessage) {
    super(`the back end answers with the status ${statusCode}`)
  }
}

/**
 * Waits for what ends an answer (RFC 9110 section 15). Node gives every number to who asked, also 101 where nobody asked for
 * another protocol. After such a number, nothing more is read.
 */
export function onAnswer(
  sent: ClientRequest,
  accept: (answer: IncomingMessage) => void,
  refuse: (error: Error) => void,
): void {
  sent.once('response', (answer) => {
    if ((answer.statusCode ?? 0) >= 200) return accept(answer)
    sent.destroy()
    refuse(new NoAnswer(answer))
  })
}

/** The words of a status line, without signs that no line may have. A back end may have written there what a visitor sent. */
export function reasonOf({ statusMessage = '' }: IncomingMessage): string {
  return statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}

/** One line for each request that the back end did not answer. An address may have a ticket, so its query stays out. */
export function logFailure(
  { log }: Pick<ForwardingNeeds, 'log'>,
  { method = '', url = '' }: IncomingMessage,
  { problem, reason }: BackEndFailure,
): void {
  const [path = ''] = url.split('?')
  log.log('warn', problem, { reason, method, path, page: `docs/errors/${problem}` })
}
