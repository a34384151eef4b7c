/**
 * Whether any object in a JSON text names a member twice. JSON.parse returns the last value, and another parser may
 * return the first one. Call it only for text that JSON.parse accepts.
 */
export function hasRepeatedMembers(text: string): boolean {
  const open: (Set<string> | null)[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined && isRepeated(open.at(-1), String(JSON.parse(name)))) return true
  }
  return false
}

/** Adds a name. Returns whether it was there before. */
function isRepeated(names: Set<string> | null | undefined, name: string): boolean {
  if (!names) return false
  const isThere = names.has(name)
  names.add(name)
  return isThere
}
