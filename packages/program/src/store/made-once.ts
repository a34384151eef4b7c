/** What is made of the text of a statement, kept by that text. */
export function madeOnce<Made, More extends readonly unknown[]>(
  make: (text: string, ...more: More) => Made,
): (text: string, ...more: More) => Made {
  const known = new Map<string, Made>()
  return (text, ...more) => {
    const made = known.get(text) ?? make(text, ...more)
    known.set(text, made)
    return made
  }
}
