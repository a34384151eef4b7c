/** What could begin a new line, hide, or turn the text around it. */
const UNFIT = /[\p{Cc}\p{Cs}\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What a mail program would make a link of: a scheme, an address, or words joined by a dot. */
const LINK_LIKE = /:\/\/|www\.|[@\u3002\uff0e]|[\p{L}\p{N}]\.\p{L}{2,}/iu

/** Text as one line that shows what it holds. */
export function plainLine(text: string): string {
  return text.replaceAll(UNFIT, '')
}

/**
 * The name to greet by, or nothing where it could pass for a link: whoever registers somebody else's address chooses
 * the name, and must not be able to make us send their advertisement.
 */
export function greetingName(name: string): string | undefined {
  const line = plainLine(name).trim()
  return line === '' || LINK_LIKE.test(line) ? undefined : line
}
