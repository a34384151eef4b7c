import { styleText } from 'node:util'
import type { AnswerPart, Sheet, Signed } from '../platform/answer-part.ts'
import { harmless, lengthOf, padded } from './present.ts'

/** What an answer is printed on. */
export interface OutputFormat {
  /** How many characters a line has. Undefined where nobody looks at lines: in a file, for another program. */
  readonly columns?: number | undefined
  readonly isColoured?: boolean | undefined
}

const BETWEEN = '  '

/** The lines of an answer as they are printed: a table that is too wide for the terminal becomes a block for each of its rows. Nothing is cut off. */
export function layOut(lines: readonly AnswerPart[], format: OutputFormat = {}): readonly string[] {
  return lines.flatMap((line) => {
    if (typeof line === 'string') return [harmless(line)]
    return 'sign' in line ? [signed(line, format)] : sheet(line, format)
  })
}

const COLOURS = { '✓': 'green', '○': 'dim', '✗': 'red' } as const

function signed({ sign, says }: Signed, { isColoured }: OutputFormat): string {
  return `${isColoured ? coloured(COLOURS[sign], sign) : sign} ${harmless(says)}`
}

/** Heads are capitals whatever their list has: lists of rooms are written as a page of the console shows them. */
function sheet({ headings: heads, rows }: Sheet, format: OutputFormat): readonly string[] {
  const headings = heads.map((head) => head.toUpperCase())
  const cells = rows.map((row) => row.map(harmless))
  const widths = headings.map((heading, column) =>
    widest([heading, ...cells.map((row) => row[column] ?? '')]),
  )
  const width = widths.reduce((sum, one) => sum + one, BETWEEN.length * (headings.length - 1))
  if (format.columns !== undefined && width > format.columns) return blocks(headings, cells, format)
  const inColumns = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(BETWEEN)
      .trimEnd()
  return [heading(inColumns(headings), format), ...cells.map(inColumns)]
}

function blocks(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  format: OutputFormat,
): readonly string[] {
  const width = widest(headings)
  const block = (row: readonly string[]) =>
    headings.map((name, column) =>
      `${heading(padded(name, width), format)}${BETWEEN}${row[column] ?? ''}`.trimEnd(),
    )
  return rows.flatMap((row, at) => (at === 0 ? block(row) : ['', ...block(row)]))
}

/** Names with what they mean. On a narrow terminal each meaning has lines of its own. */
export function definitions(
  pairs: readonly (readonly [string, string])[],
  { columns = Number.POSITIVE_INFINITY }: OutputFormat,
): readonly string[] {
  const width = widest(pairs.map(([name]) => name))
  if (pairs.every(([, meaning]) => 2 + width + BETWEEN.length + lengthOf(meaning) <= columns))
    return pairs.map(([name, meaning]) => `  ${padded(name, width)}${BETWEEN}${meaning}`)
  return pairs.flatMap(([name, meaning]) => [
    `  ${name}`,
    ...wrapped(meaning, columns - 6).map((line) => `      ${line}`),
  ])
}

/** A sentence in lines of so many characters. A word that is longer has a line of its own. */
export function wrapped(sentence: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && lengthOf(last) + 1 + lengthOf(word) <= columns)
      lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}

function heading(words: string, { isColoured }: OutputFormat): string {
  return isColoured ? coloured('bold', words) : words
}

function coloured(style: Parameters<typeof styleText>[0], words: string): string {
  return styleText(style, words, { validateStream: false })
}

function widest(words: readonly string[]): number {
  return Math.max(...words.map(lengthOf))
}
