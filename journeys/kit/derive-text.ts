/** Replaces what must be there. A file that changed is not used with half of its replacements. */
export function deriveText(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((derived, [from, to]) => {
    if (!derived.includes(from)) throw new Error(`The reference configuration has no "${from}"`)
    return derived.replaceAll(from, to)
  }, text)
}
