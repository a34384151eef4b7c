/**
 * What two programs may read as different paths: dot segments, double and back slashes, path parameters, and encoded forms
 * of them, also those that UTF-8 forbids and lenient decoders read.
 */
const AMBIGUOUS = /(?:^|\/)\.{1,2}(?:[/;]|$)|\/\/|\\|;|%(?:00|25|2e|2f|3b|5c|c0|c1|[ef]0%80|u)/i

/** Control characters, characters that are not seen, and those that end a path or stand for others. */
const UNCLEAR = /[\p{Z}\p{C}#?*|"<>]/u

/** Systems whose files have names of 8 bits write a slash, a backslash or a dot for these. */
const TAKEN_FOR_OTHERS = /[\u00a5\u20a9\u2044\u2215\u2216\u29f5\u29f8\u29f9\u3002\uff61]/u

/** No language writes so many marks on one letter, and to normalise them takes time by the square of their number (UAX #15, D3). */
const ROW_OF_MARKS = /\p{M}{31}/u

/**
 * The path of an address as the most lenient router reads it: decoded, without differences of case, width, accent and spaces,
 * and without what Windows leaves away. Null if the path is not clear, because two readers may read it in two ways. Such a
 * path is on no list that opens something, and on every list that demands something.
 */
export function clearSpelling(url: string): string | null {
  const [sent = ''] = url.split('?')
  if (AMBIGUOUS.test(sent) || sent.includes('#')) return null
  const decoded = decode(sent)
  if (decoded === null || TAKEN_FOR_OTHERS.test(decoded) || ROW_OF_MARKS.test(decoded)) return null
  const plain = decoded
    .normalize('NFKD')
    .replace(/[\p{M}\p{Zs}]/gu, '')
    .toUpperCase()
    .toLowerCase()
  if (AMBIGUOUS.test(plain) || UNCLEAR.test(plain)) return null
  return plain.replace(/\.+(?=\/|$)/g, '').replace(/\/$/, '')
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
