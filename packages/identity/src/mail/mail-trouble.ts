/** Why the mail server accepts no mail from us, or why we send it none. */
export type MailTroubleKind =
  | 'unreachable'
  | 'greeting-refused'
  | 'no-tls'
  | 'certificate-refused'
  | 'tls-failed'
  | 'login-refused'

/** The mail server accepts no mail, or we may not send it any. */
export class MailTrouble extends Error {
  override readonly name = 'MailTrouble'
  readonly kind: MailTroubleKind
  /** A code of Node, OpenSSL or SMTP with more detail, such as `CERT_HAS_EXPIRED`. It names no person. */
  readonly detail: string

  constructor(kind: MailTroubleKind, detail: string, cause: unknown) {
    super(`${kind} (${detail})`, { cause })
    this.kind = kind
    this.detail = detail
  }
}

/** The sentences for the operator. */
export interface Advice {
  readonly says: string
  readonly mend: string
}

const ADVICE: Readonly<Record<MailTroubleKind, Advice>> = {
  unreachable: {
    says: 'the server cannot be reached, or it does not answer like a mail server',
    mend: 'check host and port in PORTICO_SMTP_URL, and that the mail server runs',
  },
  'greeting-refused': {
    says: 'the mail server answers and refuses to talk to this service, before any letter',
    mend: 'look into the log of the mail server: it may refuse the address of this machine, or the name that we greet with, which is the host of PORTICO_BASE_URL',
  },
  'no-tls': {
    says: 'the mail server offers no STARTTLS, or somebody in the network removes the offer, so it gets no letter',
    mend: 'enable STARTTLS on the mail server, or set its TLS port as smtps:// in PORTICO_SMTP_URL; the alternative is PORTICO_SMTP_ALLOW_CLEARTEXT',
  },
  'certificate-refused': {
    says: 'the certificate of the mail server is not valid, so it gets no letter',
    mend: 'give the mail server a certificate that is valid for the host in PORTICO_SMTP_URL; for a certificate authority of your own, set NODE_EXTRA_CA_CERTS',
  },
  'tls-failed': {
    says: 'TLS with the mail server failed, so it gets no letter',
    mend: 'check that the port in PORTICO_SMTP_URL is the right one (smtps:// for TLS from the first byte, smtp:// for STARTTLS) and that the mail server supports TLS 1.2 or newer',
  },
  'login-refused': {
    says: 'the mail server refuses user and password',
    mend: 'check user and password in PORTICO_SMTP_URL',
  },
}

/** The document for the operator. */
export const WHERE_TO_LOOK = 'docs/runbooks/trouble.md'

/** What happened, and what to do. */
export function adviceOn(trouble: MailTrouble): Advice {
  return ADVICE[trouble.kind]
}
