import type { SmtpServer } from './smtp-session.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpPatience {
  /** To be found, to take the connection and to greet. */
  readonly greetingMilliseconds: number
  /** To answer anything after that. */
  readonly answerMilliseconds: number
}

/**
 * Reads `PORTICO_SMTP_URL`. Certificates are checked unless the server is on this machine, where nothing can listen in;
 * a password is sent to another machine over TLS only.
 */
export function smtpServer(address: string, patience: SmtpPatience): SmtpServer {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const local = isLocal(host)
  const credentials =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  return {
    credentials,
    options: {
      host,
      ...(url.port !== '' && { port: Number(url.port) }),
      secure,
      requireTLS: !secure && !local && credentials !== undefined,
      tls: { rejectUnauthorized: !local },
      allowInternalNetworkInterfaces: true,
      dnsTimeout: patience.greetingMilliseconds,
      connectionTimeout: patience.greetingMilliseconds,
      greetingTimeout: patience.greetingMilliseconds,
      socketTimeout: patience.answerMilliseconds,
    },
  }
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
