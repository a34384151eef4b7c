/** Every name in backticks. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** Names in backticks. */
export function namesOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [lineOf(head), `|${'---|'.repeat(head.length)}`, ...rows.map(lineOf)].join('\n')
}
