import { loopbackAddress } from './loopback-host.ts'
import type { SmtpServer } from './smtp-session.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpPatience {
  /** To be found, to take the connection and to greet. */
  readonly greetingMilliseconds: number
  /** To answer anything after that. */
  readonly answerMilliseconds: number
}

/** How a mail server is spoken to. */
export interface SmtpManner {
  readonly patience: SmtpPatience
  /** Whether mail may go to another machine without TLS; only an operator says `allowed`. */
  readonly cleartext: 'refused' | 'allowed'
}

/**
 * Reads `PORTICO_SMTP_URL`. Mail goes to another machine over TLS with a good certificate (RFC 8314), unless the
 * operator allowed clear text; a password goes there over such TLS in any case. On this machine nobody can listen in.
 */
export function smtpServer(url: string, { patience, cleartext }: SmtpManner): SmtpServer {
  const { protocol, username, password, hostname, port } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const loopback = loopbackAddress(host)
  const credentials =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const isChecked = loopback === undefined && (secure || credentials !== undefined || cleartext === 'refused')
  return {
    credentials,
    clearBecause: loopback === undefined ? 'setting' : 'loopback',
    options: {
      host: loopback ?? host,
      ...(port !== '' && { port: Number(port) }),
      secure,
      requireTLS: isChecked && !secure,
      tls: { rejectUnauthorized: isChecked, minVersion: 'TLSv1.2' },
      allowInternalNetworkInterfaces: true,
      dnsTimeout: patience.greetingMilliseconds,
      connectionTimeout: patience.greetingMilliseconds,
      greetingTimeout: patience.greetingMilliseconds,
      socketTimeout: patience.answerMilliseconds,
    },
  }
}
