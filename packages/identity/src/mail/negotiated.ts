import { TLSSocket } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** The connection to the mail server: with TLS or without. */
export type Negotiated =
  | {
      readonly kind: 'tls'
      readonly protocol: string
      readonly cipher: string
      /** The name in the certificate, and when it expires, as OpenSSL writes it. */
      readonly certificate: { readonly name: string; readonly validUntil: string }
      /** Whether the certificate is valid. Where it need not be, mail is sent in any case. */
      readonly isTrusted: boolean
    }
  | {
      readonly kind: 'clear'
      readonly because: ClearReason
    }

/** Why mail may be sent without TLS: it stays on this machine, or the operator allowed it. */
export type ClearReason = 'loopback' | 'setting'

/** Reads from an open connection what was negotiated. */
export function negotiatedOn(connection: SMTPConnection, because: ClearReason): Negotiated {
  const socket = connection._socket
  if (!(socket instanceof TLSSocket)) return { kind: 'clear', because }
  const { subject, subjectaltname, valid_to: validUntil } = socket.getPeerCertificate()
  const names = subjectaltname ?? [subject.CN].flat().join(', ')
  return {
    kind: 'tls',
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    certificate: { name: names.replaceAll(/(?:DNS|IP Address):/g, ''), validUntil },
    isTrusted: socket.authorized,
  }
}
