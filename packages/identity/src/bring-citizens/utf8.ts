const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** What a line is that is in another encoding. Read all the same, it would lose letters of names. */
export const NO_UTF8 = 'is no UTF-8'

/** The text of these bytes. Undefined where they are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
