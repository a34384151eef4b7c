import type { SettingReader } from './settings.ts'

/** Where events of the audit are sent. Undefined where they are not. */
export interface AuditDestinations {
  readonly syslog: { readonly host: string; readonly port: number; readonly isTls: boolean } | undefined
  readonly webhook: { readonly url: string; readonly secrets: readonly Buffer[] } | undefined
}

const SYSLOG = 'PORTICO_AUDIT_SYSLOG'
const WEBHOOK = 'PORTICO_AUDIT_WEBHOOK'
const SECRET = 'PORTICO_AUDIT_WEBHOOK_SECRET'

/** Reads where events of the audit are sent. */
export function destinationsOf(settings: SettingReader): AuditDestinations {
  return { syslog: syslogOf(settings), webhook: webhookOf(settings) }
}

function syslogOf(settings: SettingReader): AuditDestinations['syslog'] {
  const given = settings.address(SYSLOG)
  if (given === '') return undefined
  const [, protocol, host = '', port = ''] =
    /^(tls|tcp):\/\/(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i.exec(given) ?? []
  const number = Number(port)
  if (protocol !== undefined && number >= 1 && number <= 65_535)
    return {
      host: host.replace(/^\[|\]$/g, ''),
      port: number,
      isTls: protocol.toLowerCase() === 'tls',
    }
  settings.fault(
    `${SYSLOG} names no server of syslog; set it to tls://host:6514, or to tcp://host:601 where the way is safe without TLS`,
  )
  return undefined
}

/** No fault repeats the address: its path may be a secret of the receiver. */
function webhookOf(settings: SettingReader): AuditDestinations['webhook'] {
  const url = settings.address(WEBHOOK)
  const secrets = settings.keys(SECRET, 32)
  if (url === '') {
    if (settings.isSet(SECRET)) settings.fault(`${SECRET} is set without ${WEBHOOK}; set both or neither`)
    return undefined
  }
  if (!settings.isSet(SECRET))
    settings.fault(
      `${SECRET} is required with ${WEBHOOK}, because it signs each delivery. Make one with: openssl rand -base64 32`,
    )
  if (isReceiver(url)) return { url, secrets }
  settings.fault(
    `${WEBHOOK} must be an https address without a user and a password, such as https://log.example.org/portico; http is allowed to this machine alone`,
  )
  return undefined
}

function isReceiver(given: string): boolean {
  // What URL would mend, such as one slash, is no address that an operator has meant.
  if (!/^https?:\/\/[^/\\]/i.test(given) || /\s/.test(given) || !URL.canParse(given)) return false
  const { protocol, hostname, username, password, hash } = new URL(given)
  if (username + password + hash !== '') return false
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
  )
}
