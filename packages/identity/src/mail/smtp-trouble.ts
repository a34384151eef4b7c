import { TLSSocket } from 'node:tls'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { MailTrouble } from './mail-trouble.ts'

/** Why no session with the mail server could be opened. */
export function troubleOf(
  connection: SMTPConnection,
  error: NodemailerError,
  options: SMTPConnectionOptions,
): MailTrouble {
  const { code = 'unknown', command, response = '' } = error
  const certificateFault = options.tls?.rejectUnauthorized ? faultOfCertificate(connection) : undefined
  if (certificateFault !== undefined) return new MailTrouble('certificate-refused', certificateFault, error)
  if (isGreetingRefused(error))
    return new MailTrouble('greeting-refused', `${command} ${response.slice(0, 3)}`, error)
  if (isWithoutTls(error, options))
    return new MailTrouble('no-tls', `${command} ${response.slice(0, 3)}`, error)
  if (isTlsFault(connection, error)) return new MailTrouble('tls-failed', reasonOf(error), error)
  return new MailTrouble(code === 'EAUTH' ? 'login-refused' : 'unreachable', code, error)
}

/** Node closes a connection with an invalid certificate. Its socket has the reason. */
function faultOfCertificate({ _socket }: SMTPConnection): string | undefined {
  const fault = _socket instanceof TLSSocket ? _socket.authorizationError : null
  return fault ? String(fault) : undefined
}

/** Replies of a server that does not know EHLO (RFC 5321 section 4.1.4). Every other refusal is about who greets, or about all mail. */
const UNKNOWN_COMMAND = /^50[02]/

/** The server does not begin (`CONN`), or refuses EHLO or HELO. */
function isGreetingRefused({ command = '', response = '' }: NodemailerError): boolean {
  if (!/^[45]\d\d/.test(response)) return false
  return command === 'CONN' || (/^(?:EHLO|HELO)$/.test(command) && !UNKNOWN_COMMAND.test(response))
}

/** The server refuses STARTTLS, or EHLO, without which there is no STARTTLS. */
function isWithoutTls(
  { command, response }: NodemailerError,
  { requireTLS }: SMTPConnectionOptions,
): boolean {
  return requireTLS === true && response !== undefined && (command === 'STARTTLS' || command === 'EHLO')
}

/** Errors of OpenSSL have the field `library`. */
function isTlsFault({ upgrading }: SMTPConnection, error: NodemailerError): boolean {
  return upgrading === true || error.code === 'ETLS' || 'library' in error
}

function reasonOf(error: NodemailerError): string {
  return 'reason' in error ? String(error.reason) : (error.code ?? 'unknown')
}
