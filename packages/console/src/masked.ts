import type { RecordedEvent } from '@portico/identity/parts'

/** An event without its network, also where an operator looked for one, and without a reason that an operator typed: it may name people, and is covered as they are. */
export function coveredEvent(event: RecordedEvent): RecordedEvent {
  const address = event.address === null ? null : maskedAddress(event.address)
  return {
    ...event,
    address,
    details: event.actor === 'operator' ? coveredDetails(event.details) : event.details,
  }
}

/** The same without whom it is about. */
export function nobodysEvent(event: RecordedEvent): RecordedEvent {
  const { details, ...covered } = coveredEvent(event)
  const named = Object.hasOwn(details, 'subject') ? { ...details, subject: '…' } : details
  return { ...covered, citizenId: null, subject: null, details: named }
}

/** The networks that the options of a look name. */
const LOOKED_FOR = /(?<=--address )\S+/g

function coveredDetails(details: RecordedEvent['details']): RecordedEvent['details'] {
  const covered = Object.entries(details).map(([name, value]) => {
    if (name === 'reason') return [name, '…']
    return [name, typeof value === 'string' ? value.replaceAll(LOOKED_FOR, '…') : value]
  })
  return Object.fromEntries(covered)
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
