import { loopbackAddress } from './loopback-host.ts'
import type { SmtpServer } from './smtp-session.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpPatience {
  /** To resolve its name, connect and greet. */
  readonly greetingMilliseconds: number
  /** For each later answer. */
  readonly answerMilliseconds: number
}

/** How to connect to a mail server. */
export interface SmtpManner {
  readonly patience: SmtpPatience
  /** Whether mail may go to another machine without TLS. Only an operator can allow it. */
  readonly cleartext: 'refused' | 'allowed'
}

/**
 * Reads `PORTICO_SMTP_URL`. Mail goes to another machine over TLS with a valid certificate (RFC 8314), unless the
 * operator allowed clear text. A password goes there only over such TLS. On this machine nobody can read the traffic.
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
