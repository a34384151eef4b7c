import type { Row } from './language.ts'

const HEAD = 'key\tEnglish\t'

/** The table as text: a line for each row, with tabs between the columns, as every spreadsheet reads it. */
export function tableText(language: string, rows: readonly Row[]): string {
  return [
    `${HEAD}${language}`,
    ...rows.map(({ key, english, text }) => `${key}\t${english}\t${text}`),
    '',
  ].join('\n')
}

/** Reads an edited table. A line without three columns has an empty text, which nobody takes for a translation. */
export function readTable(text: string): readonly Pick<Row, 'key' | 'text'>[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith(HEAD))
    .map((line) => line.split('\t').map(withoutQuotes))
    .map(([key = '', , written = '']) => ({ key, text: written }))
}

/** A spreadsheet may put a cell into quotes, and then doubles those in it. */
function withoutQuotes(cell: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(cell) ?? []
  return inner === undefined ? cell : inner.replaceAll('""', '"')
}
