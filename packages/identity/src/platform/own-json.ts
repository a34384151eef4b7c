/**
 * Parses JSON that Portico wrote: a file of its own package, or a value whose seal or signature the caller has checked.
 * So the value has the type that was written. Never call it with text from outside.
 */
export function parseOwnJson<Written>(text: string): Written {
  const written: Written = JSON.parse(text)
  return written
}
