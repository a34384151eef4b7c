import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether a visitor waits for a word of the server before the body is sent (RFC 9110 section 10.1.1). */
function waitsToContinue({ headers }: IncomingMessage): boolean {
  return /^\s*100-continue\s*$/i.test(headers.expect ?? '')
}

const TOLD = new WeakSet<IncomingMessage>()

/** Lets a visitor who waits send the body. It is called by who reads the body, after the guard. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!waitsToContinue(request) || TOLD.has(request)) return
  TOLD.add(request)
  response.writeContinue()
}

/** A visitor who was not told to continue will send no body, so the connection is of no more use. */
export function closeUntold(request: IncomingMessage, response: ServerResponse): void {
  if (waitsToContinue(request) && !TOLD.has(request) && !response.headersSent)
    response.setHeader('connection', 'close')
}
