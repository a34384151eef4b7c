/**
 * An address that only somebody who knows it recognises: `n…w@e…e.org`. The old address may be read by another person, who must
 * not learn where the citizen reads mail now.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const labels = email.slice(at + 1).split('.')
  const [last] = labels.slice(-1)
  const host = labels.slice(0, -1).join('.')
  return `${masked(email.slice(0, at))}@${host === '' ? masked(last ?? '') : `${masked(host)}.${last}`}`
}

/** A line does not break after this ellipsis (UAX #14, class WJ). */
const ELLIPSIS = '…\u2060'

function masked(text: string): string {
  const characters = [...text]
  return characters.length < 3 ? ELLIPSIS : `${characters[0]}${ELLIPSIS}${characters.at(-1)}`
}
