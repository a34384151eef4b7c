/**
 * Parses JSON that Portico itself wrote: into its own package, or under a seal or a signature of its own that the caller
 * has checked. So the value has the type that was written. Never call it with anything that others can write.
 */
export function parseOwnJson<Written>(text: string): Written {
  return JSON.parse(text) as Written
}
