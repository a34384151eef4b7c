import { MailTrouble } from './mail-trouble.ts'
import { SmtpFault } from './smtp-session.ts'
import type { SendOutcome } from './transport.ts'

/** Replies about all mail, whoever the recipient is: the service is closing (421), or wants us to sign in first (530). */
const TAKES_NOTHING: ReadonlySet<number> = new Set([421, 530])

/** Enhanced codes of the class "security or policy" (RFC 3463 section 3.8) are about the server's rules, not the recipient. */
const POLICY = /^5\.7\./

/** The recipient's address or mailbox (RFC 3463 sections 3.2 and 3.3). */
const MAILBOX = /^5\.[12]\./

/** "Exceeded storage allocation" (RFC 5321 section 4.2.3): the mailbox is full. */
const MAILBOX_FULL = 552

/** What a failed delivery means for the letter, its recipient and the mail server. */
export function outcomeOf(fault: unknown): SendOutcome {
  if (!(fault instanceof SmtpFault)) return { kind: 'unavailable', reply: troubleKind(fault) }
  const { code, command, enhancedCode } = fault
  if (code === undefined) return { kind: 'unanswered', reply: fault.stage }
  const reply = enhancedCode === undefined ? String(code) : `${code} ${enhancedCode}`
  if (command === 'MAIL FROM' || TAKES_NOTHING.has(code)) return { kind: 'unavailable', reply }
  return { kind: refusalFor(fault) ?? 'deferred', reply }
}

/**
 * What is never taken (RFC 5321 section 4.2.1). After the data a server may judge the content, or the account that sends, and only what it
 * says of the mailbox is for good: the mails of the same form differ, so that a filter would tell who has an account.
 */
function refusalFor({ command, code = 0, enhancedCode = '' }: SmtpFault) {
  if (code < 500) return undefined
  if (command === 'RCPT TO') return POLICY.test(enhancedCode) ? undefined : 'refused-recipient'
  if (command !== 'DATA') return undefined
  const isMailbox = enhancedCode === '' ? code === MAILBOX_FULL : MAILBOX.test(enhancedCode)
  return isMailbox ? 'refused-mail' : undefined
}

function troubleKind(fault: unknown): string {
  return fault instanceof MailTrouble ? fault.kind : 'connection'
}
