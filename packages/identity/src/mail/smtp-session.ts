import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { type ClearReason, type Negotiated, negotiatedOn } from './negotiated.ts'
import { troubleOf } from './smtp-trouble.ts'

/** How to reach the mail server. */
export interface SmtpServer {
  readonly options: SMTPConnectionOptions
  /** Why mail may go in clear where no TLS was negotiated, which `options` refuse where it may not. */
  readonly clearBecause: ClearReason
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
}

/** Where in a delivery it went wrong: before the server took recipient and `DATA`, or while it was taking the message. */
export type SmtpStage = 'envelope' | 'message'

/** A delivery that failed on an open connection. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault'
  readonly stage: SmtpStage
  /** The command that was refused; nothing where the connection broke or fell silent. */
  readonly command: string | undefined
  /** The code of the refusal, and its enhanced code where there is one (RFC 3463). */
  readonly code: number | undefined
  readonly enhancedCode: string | undefined

  constructor(stage: SmtpStage, cause: NodemailerError, lastResponse: string) {
    super('The mail was not taken', { cause })
    const response = typeof cause.response === 'string' ? cause.response : closingNotice(lastResponse)
    const [, code, enhancedCode] = RESPONSE.exec(response) ?? []
    this.stage = stage
    this.code = code === undefined ? undefined : Number(code)
    this.command = code === undefined || typeof cause.command !== 'string' ? undefined : cause.command
    this.enhancedCode = enhancedCode
  }
}

const RESPONSE = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/

/** A server may say that it closes (421) and hang up while answers to later commands are awaited (RFC 2920). */
function closingNotice(lastResponse: string): string {
  return lastResponse.startsWith('421') ? lastResponse : ''
}

/** A connection on which mails can be handed over, one after the other. */
export interface SmtpSession {
  readonly isOpen: boolean
  readonly negotiated: Negotiated
  /** Hands one message over; throws SmtpFault. */
  deliver(envelope: { readonly from: string; readonly to: string }, message: Buffer): Promise<void>
  close(): void
}

/**
 * Connects and signs in; throws MailTrouble when the server refuses, does not answer or may not be given mail. What
 * speaks SMTP is loaded here, once.
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

/** What `settled` rejects with is an Error; the fields that Nodemailer adds to some are optional. */
function errorOf(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error(String(error))
}

/** Waits for one step; a connection that breaks or ends meanwhile is a failure too. */
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
