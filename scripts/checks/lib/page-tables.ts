/** Every name in backticks. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** Names in backticks. */
export function namesOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/**
 * The cells of every table of a page whose line with the names of the columns begins with this text: those of that line first, then those
 * of each row.
 */
export function tablesIn(page: string, head: string): readonly (readonly (readonly string[])[])[] {
  return page
    .split(`\n${head}`)
    .slice(1)
    .map((rest) => {
      const [names = '', , ...rows] = `${head}${rest.split('\n\n')[0] ?? ''}`.trim().split('\n')
      return [names, ...rows].map(cellsOf)
    })
}

/** A bar after a backslash is a part of its cell. */
function cellsOf(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** A Markdown table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [lineOf(head), `|${'---|'.repeat(head.length)}`, ...rows.map(lineOf)].join('\n')
}
