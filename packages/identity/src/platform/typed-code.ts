/**
 * A code as a person typed or pasted it, without what people write between its signs: blanks, dashes of any kind, and invisible marks. Digits
 * of any script are plain ones, and full-width letters are letters. Every code that a person types is read by this.
 */
export function plainCode(typed: string): string {
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
