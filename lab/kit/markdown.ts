import type { Spread } from './statistics.ts'

/** A number for people: three significant digits, with separators of thousands. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'n/a'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A count, with separators of thousands. */
export function count(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? 'n/a' : Math.round(value).toLocaleString('en-US')
}

/** A median with its extremes, `8.1 (7.6 to 8.4)`. */
export function spread(value: Spread | undefined, unit = ''): string {
  if (!value) return 'n/a'
  return `${figure(value.median)}${unit} (${figure(value.min)} to ${figure(value.max)})`
}

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The text between the two marker comments of a name. Throws where the page has no such markers. */
export function textBetween(page: string, name: string): string {
  const { from, to } = markersOf(page, name)
  return page.slice(from, to)
}

/** Puts another text there. */
export function placeBetween(page: string, name: string, text: string): string {
  const { from, to } = markersOf(page, name)
  return `${page.slice(0, from)}\n\n${text.trim()}\n\n${page.slice(to)}`
}

function markersOf(page: string, name: string): { readonly from: number; readonly to: number } {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const at = page.indexOf(begin)
  const to = page.indexOf(end, at)
  if (at < 0 || to < 0) throw new Error(`The page has no place for ${name}: ${begin} … ${end}`)
  return { from: at + begin.length, to }
}
