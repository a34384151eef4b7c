import type { Config } from '../config.ts'
import type { Negotiated } from '../mail/index.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Connects to the mail server as the service does, and reports what was negotiated. */
export async function examineMail({ smtpUrl, smtpCleartext, baseUrl }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return ok('Mail', 'goes to the development mailbox, because PORTICO_SMTP_URL is not set')
  const { adviceOn, createSmtpTransport, MailTrouble } = await import('../mail/index.ts')
  const { host } = new URL(smtpUrl)
  const transport = createSmtpTransport(smtpUrl, { cleartext: smtpCleartext, baseUrl })
  try {
    return ok('Mail', `${host} answers; mail goes there ${sayNegotiated(await transport.probe())}`)
  } catch (error) {
    if (!(error instanceof MailTrouble)) throw error
    const { says, mend } = adviceOn(error)
    return wrong('Mail', `${host}: ${says} (${error.detail})`, mend)
  } finally {
    transport.close()
  }
}

function sayNegotiated(negotiated: Negotiated): string {
  if (negotiated.kind === 'clear') return `in clear, ${WHY_CLEAR[negotiated.because]}`
  const { protocol, cipher, certificate, isTrusted } = negotiated
  const judged = isTrusted ? '' : ', which is not trusted and need not be'
  return `over ${protocol} (${cipher}), by a certificate for ${certificate.name} until ${certificate.validUntil}${judged}`
}

const WHY_CLEAR: Readonly<Record<Extract<Negotiated, { kind: 'clear' }>['because'], string>> = {
  loopback: 'which does not leave this machine',
  setting: 'links included, because PORTICO_SMTP_ALLOW_CLEARTEXT allows it',
}
