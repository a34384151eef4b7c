const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Writes up to three bytes as `crypt` does: the last six bits first. */
export function crypt64(low: number, middle: number, high: number, characters: number): string {
  let bits = (high << 16) | (middle << 8) | low
  let text = ''
  for (let at = 0; at < characters; at += 1) {
    text += ALPHABET.charAt(bits & 63)
    bits >>= 6
  }
  return text
}

/** The number that a character of this alphabet stands for. */
export function crypt64Value(character: string): number {
  return ALPHABET.indexOf(character)
}
