import { isIP } from 'node:net'
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
  /** The base URL of the service: EHLO names its host. A relay may refuse the name of a container, or an address. */
  readonly baseUrl: string
}

/**
 * Reads `PORTICO_SMTP_URL`. Mail goes to another machine over TLS with a valid certificate (RFC 8314), unless the
 * operator allowed clear text. A password goes there only over such TLS. On this machine nobody can read the traffic.
 */
export function smtpServer(url: string, { patience, cleartext, baseUrl }: SmtpManner): SmtpServer {
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
      name: greetingName(baseUrl),
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

/** A host as EHLO writes it: a name, or an address in brackets (RFC 5321 section 4.1.3). */
function greetingName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`
}
