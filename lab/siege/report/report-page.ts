import { placeBetween, table } from '../../kit/markdown.ts'
import type { Size } from './options.ts'
import type { Finished } from './progress.ts'
import { tableOf } from './row.ts'

/** One stage of the page, as the newest run that finished it saw it. */
export interface Chapter {
  readonly stage: string
  readonly about: string
  /** Undefined where no run has finished it yet. */
  readonly last: (Finished & { readonly size: Size }) | undefined
}

/** Puts what every stage saw into the page. */
export function placeChapters(page: string, chapters: readonly Chapter[], machine: string): string {
  const rows = chapters.map(({ stage, about, last }) => [
    ...[stage, about, last === undefined ? 'not yet' : `${last.size}, ${last.day}`],
  ])
  const withStages = placeBetween(page, 'siege:stages', table(['Stage', 'What happens', 'Last run'], rows))
  const seen = tableOf(chapters.flatMap(({ last }) => last?.rows ?? []))
  return placeBetween(withStages, 'siege:seen', `${machine}.\n\n${seen}`)
}
