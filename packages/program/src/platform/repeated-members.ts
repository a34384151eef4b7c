/**
 * Whether an object anywhere in a JSON text names a member twice. JSON.parse keeps the last one in silence, and whoever
 * read the first one elsewhere was told another thing. The text must have parsed already.
 */
export function hasRepeatedMembers(text: string): boolean {
  const open: (Set<string> | null)[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined && isKnown(open.at(-1), String(JSON.parse(name)))) return true
  }
  return false
}

/** Notes a name, which may be spelled with escapes, and says whether it was there before. */
function isKnown(names: Set<string> | null | undefined, name: string): boolean {
  if (!names) return false
  const known = names.has(name)
  names.add(name)
  return known
}
