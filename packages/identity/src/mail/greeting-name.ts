/** Characters that could begin a new line, are invisible, or reorder the text around them. */
const UNFIT = /[\p{Cc}\p{Cs}\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Text that a mail program turns into a link: a scheme, an address, or words joined by a dot. */
const LINK_LIKE = /:\/\/|www\.|[@\u3002\uff0e]|[\p{L}\p{N}]\.\p{L}{2,}/iu

/** Text as one line without invisible characters. */
export function plainLine(text: string): string {
  return text.replaceAll(UNFIT, '')
}

/**
 * The name for the greeting. Nothing where it could become a link: somebody who registers another person's address
 * chooses the name, and must not make us send their advertisement.
 */
export function greetingName(name: string): string | undefined {
  const line = plainLine(name).trim()
  return line === '' || LINK_LIKE.test(line) ? undefined : line
}
