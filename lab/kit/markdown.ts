import type { Spread } from './statistics.ts'

/** A number as people read it: three digits that count, thousands apart. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'n/a'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A number of things, thousands apart. */
export function count(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? 'n/a' : Math.round(value).toLocaleString('en-US')
}

/** A middle with its ends, `8.1 (7.6 to 8.4)`. */
export function spread(value: Spread | undefined, unit = ''): string {
  if (!value) return 'n/a'
  return `${figure(value.median)}${unit} (${figure(value.min)} to ${figure(value.max)})`
}

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
