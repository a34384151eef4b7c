/** More than any code has, however it is written. To normalise a long row of marks takes time by the square of their number. */
const MOST_UNITS = 256

/**
 * A code as a person typed or pasted it, without what people write between its signs: blanks, dashes of any kind, and invisible marks. Digits
 * of any script are plain ones, and full-width letters are letters. Every code that a person types is read by this.
 * A text that is too long for one has no signs.
 */
export function plainCode(typed: string): string {
  if (typed.length > MOST_UNITS) return ''
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll(/\p{Nd}/gu, plainDigit)
}

/** The digits of a script follow each other, and its zero is the digit before which there is none. */
function plainDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - value - 1))) value += 1
  return String(value)
}
