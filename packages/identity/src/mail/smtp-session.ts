import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { type ClearReason, type Negotiated, negotiatedOn } from './negotiated.ts'
import { troubleOf } from './smtp-trouble.ts'

/** How to reach the mail server. */
export interface SmtpServer {
  readonly options: SMTPConnectionOptions
  /** Why mail may be sent without TLS. Where it may not, `options` refuse that. */
  readonly clearBecause: ClearReason
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
}

/** When a delivery failed: before the server accepted recipient and `DATA`, or during the message. */
export type SmtpStage = 'envelope' | 'message'

/** A delivery that failed on an open connection. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault'
  readonly stage: SmtpStage
  /** The refused command; nothing where the connection broke or no answer came. */
  readonly command: string | undefined
  /** The reply code, and the enhanced code where there is one (RFC 3463). */
  readonly code: number | undefined
  readonly enhancedCode: string | undefined

  constructor(stage: SmtpStage, cause: NodemailerError, lastResponse: string) {
    super('The mail server did not accept the mail', { cause })
    const response = typeof cause.response === 'string' ? cause.response : closingNotice(lastResponse)
    const [, code, enhancedCode] = RESPONSE.exec(response) ?? []
    this.stage = stage
    this.code = code === undefined ? undefined : Number(code)
    this.command = code === undefined || typeof cause.command !== 'string' ? undefined : cause.command
    this.enhancedCode = enhancedCode
  }
}

const RESPONSE = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/

/** A server may say that it closes (421) and close the connection before it answers later commands (RFC 2920). */
function closingNotice(lastResponse: string): string {
  return lastResponse.startsWith('421') ? lastResponse : ''
}

/** A connection that sends mails one after the other. */
export interface SmtpSession {
  readonly isOpen: boolean
  readonly negotiated: Negotiated
  /** Sends one message. Throws SmtpFault. */
  deliver(envelope: { readonly from: string; readonly to: string }, message: Buffer): Promise<void>
  close(): void
}

/**
 * Connects and signs in. Throws MailTrouble where the server refuses, does not answer, or may not get mail. The SMTP
 * library is loaded here, once.
 */
export async function openSmtpSession({
  options,
  clearBecause,
  credentials,
}: SmtpServer): Promise<SmtpSession> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection(options)
  let isOpen = true
  const closed = () => {
    isOpen = false
  }
  connection.on('end', closed)
  connection.on('error', closed)
  try {
    await settled(connection, (done) => connection.connect(done))
    if (credentials && connection.allowsAuth)
      await settled(connection, (done) => connection.login(credentials, done))
    sendOneCommandAtATime(connection)
  } catch (error) {
    connection.close()
    throw troubleOf(connection, errorOf(error), options)
  }
  return {
    get isOpen() {
      return isOpen
    },
    negotiated: negotiatedOn(connection, clearBecause),
    deliver: (envelope, message) => deliver(connection, envelope, message),
    close: () => (isOpen ? connection.quit() : connection.close()),
  }
}

/**
 * With PIPELINING (RFC 2920), Nodemailer sends `DATA` before it knows the answer about the recipient, and tells that
 * answer only after the one to `DATA`. Where that is `354`, or does not come, a letter to nobody would look like an
 * outage of the server, and be tried again. Nodemailer has no option for this.
 */
function sendOneCommandAtATime(connection: SMTPConnection): void {
  const offered: unknown = Reflect.get(connection, '_supportedExtensions')
  if (!Array.isArray(offered)) throw new TypeError('Nodemailer keeps what the server offers in another place')
  const used = offered.filter((extension) => extension !== 'PIPELINING')
  Reflect.set(connection, '_supportedExtensions', used)
}

async function deliver(
  connection: SMTPConnection,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
): Promise<void> {
  let stage: SmtpStage = 'envelope'
  const stream = new Readable({
    read() {
      stage = 'message'
      this.push(message)
      this.push(null)
    },
  })
  try {
    await settled(connection, (done) =>
      connection.send({ from: envelope.from, to: [envelope.to] }, stream, done),
    )
  } catch (error) {
    connection.close()
    throw new SmtpFault(stage, errorOf(error), String(connection.lastServerResponse))
  }
}

/** `settled` rejects with an Error. The fields that Nodemailer adds to some are optional. */
function errorOf(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error(String(error))
}

/** Waits for one step. A connection that breaks or ends meanwhile fails it, too. */
function settled(
  connection: SMTPConnection,
  begin: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The connection was closed'))
    connection.once('error', reject)
    connection.once('end', ended)
    begin((error) => {
      connection.off('error', reject)
      connection.off('end', ended)
      if (error) reject(error)
      else resolve()
    })
  })
}
