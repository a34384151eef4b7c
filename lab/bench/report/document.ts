import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mode } from '../options.ts'

/** The page that shows the latest figures. */
export const DOCUMENT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))

/** Puts a report between the two marker comments of its mode; throws where the page has no such place. */
export function placeReport(page: string, mode: Mode, report: string): string {
  const [begin, end] = [`<!-- bench:${mode} -->`, `<!-- /bench:${mode} -->`]
  const from = page.indexOf(begin)
  const to = page.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`The page has no place for ${mode}: ${begin} … ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${report.trim()}\n\n${page.slice(to)}`
}

/** Puts a report into the page. */
export function writeIntoDocument(mode: Mode, report: string): void {
  writeFileSync(DOCUMENT, placeReport(readFileSync(DOCUMENT, 'utf8'), mode, report))
}
