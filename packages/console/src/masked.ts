import type { RecordedEvent } from '@portico/identity/parts'

/** An event without its network, and without a reason that an operator typed: it may name people, and is covered as they are. */
export function coveredEvent(event: RecordedEvent): RecordedEvent {
  const { actor, details } = event
  const isTyped = actor === 'operator' && Object.hasOwn(details, 'reason')
  return {
    ...event,
    address: event.address === null ? null : maskedAddress(event.address),
    details: isTyped ? { ...details, reason: '…' } : details,
  }
}

/** The first character of each part, and how much more there is: enough to compare with what a caller spells. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return email === '' ? '' : '…'
  const domain = email.slice(at + 1)
  return `${first(email)}…@${first(domain)}…${domain.slice(domain.lastIndexOf('.'))}`
}

/** The last two digits. */
export function maskedPhone(phone: string): string {
  return phone === '' ? '' : `… ${phone.slice(-2)}`
}

/** The first character of each word. */
export function maskedName(name: string): string {
  return name
    .split(' ')
    .map((word) => `${first(word)}…`)
    .join(' ')
}

/** Nothing of a network address but that there is one. */
export function maskedAddress(address: string | null): string {
  return address === null || address === '' ? '' : '…'
}

function first(text: string): string {
  return [...text][0] ?? ''
}

/** A sentence of the service, with the addresses of mail in it covered. */
export function coveredLine(line: string): string {
  return line.replaceAll(/[^\s@]+@[^\s@]+/g, maskedEmail)
}
