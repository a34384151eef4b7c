import { TLSSocket } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** How mail travels to the mail server. */
export type Negotiated =
  | {
      readonly kind: 'tls'
      readonly protocol: string
      readonly cipher: string
      /** Whom the certificate names, and until when it is valid, as OpenSSL writes it. */
      readonly certificate: { readonly name: string; readonly validUntil: string }
      /** Whether the certificate is good; where it need not be, mail goes there all the same. */
      readonly isTrusted: boolean
    }
  | {
      readonly kind: 'clear'
      /** Why that is allowed. */
      readonly because: ClearReason
    }

/** Why mail may go in clear: it does not leave this machine, or the operator allowed it. */
export type ClearReason = 'loopback' | 'setting'

/** Reads off an open connection what was negotiated. */
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
