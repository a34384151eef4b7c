import { MailTrouble } from './mail-trouble.ts'
import { SmtpFault } from './smtp-session.ts'
import type { SendOutcome } from './transport.ts'

/** Replies about all mail, whoever the recipient is: the service is closing (421), or wants us to sign in first (530). */
const TAKES_NOTHING: ReadonlySet<number> = new Set([421, 530])

/** Enhanced codes of the class "security or policy" (RFC 3463 section 3.8) are about the server's rules, not the recipient. */
const POLICY = /^5\.7\./

/** What is never taken (RFC 5321 section 4.2.1), where a command is refused for good. Its data are a command of their own. */
const REFUSED: Readonly<Partial<Record<string, 'refused-recipient' | 'refused-mail'>>> = {
  'RCPT TO': 'refused-recipient',
  DATA: 'refused-mail',
}

/** What a failed delivery means for the letter, its recipient and the mail server. */
export function outcomeOf(fault: unknown): SendOutcome {
  if (!(fault instanceof SmtpFault)) return { kind: 'unavailable', reply: troubleKind(fault) }
  const { code, command, enhancedCode } = fault
  if (code === undefined) return { kind: 'unanswered', reply: fault.stage }
  const reply = enhancedCode === undefined ? String(code) : `${code} ${enhancedCode}`
  if (command === 'MAIL FROM' || TAKES_NOTHING.has(code)) return { kind: 'unavailable', reply }
  return { kind: (isForGood(fault) && REFUSED[command ?? '']) || 'deferred', reply }
}

function isForGood({ code = 0, enhancedCode = '' }: SmtpFault): boolean {
  return code >= 500 && !POLICY.test(enhancedCode)
}

function troubleKind(fault: unknown): string {
  return fault instanceof MailTrouble ? fault.kind : 'connection'
}
