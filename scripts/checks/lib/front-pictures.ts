import type { Plan } from '../../../plan.ts'
import { tablesIn } from './page-tables.ts'

/** Colours for both looks: an image follows the look of whoever reads the page. */
const STYLE = `<style>
text { font: 13px system-ui, sans-serif; fill: #1b2630 }
.name { font-weight: 600 }
.soft { fill: #56636e }
.box { fill: #e7f0f2; stroke: #0b5563 }
.bar { fill: #0b5563 }
.line { stroke: #b9c4c9 }
@media (prefers-color-scheme: dark) {
  text { fill: #e8edf0 }
  .soft { fill: #9fb0ba }
  .box { fill: #17323a; stroke: #7fd3e0 }
  .bar { fill: #7fd3e0 }
  .line { stroke: #46545c }
}
</style>`

const WIDTH = 760
const LETTER = 7.6

const svg = (height: number, title: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
${STYLE}
${parts.join('\n')}
</svg>
`

/** The rooms of the service as a building: each room stands on rooms of the storeys below it. */
export function buildingPicture(rooms: Plan['rooms']): string {
  const byStorey = Map.groupBy(Object.keys(rooms), (room) => storeyOf(rooms, room))
  const storeys = [...byStorey].toSorted(([one], [other]) => other - one).map(([, names]) => names)
  let top = 14
  const parts = storeys.flatMap((names) => {
    const lines = linesOf(names)
    const boxes = lines.flatMap((line, at) => boxesOf(line, top + at * 34))
    top += lines.length * 34 + 10
    return [...boxes, `<path class="line" d="M8 ${top - 7}H${WIDTH - 8}"/>`]
  })
  return svg(top + 4, 'The rooms of the identity service. Each stands on rooms below it.', parts)
}

/** The length of the longest path down from this room. Every room stands on the platform. */
function storeyOf(rooms: Plan['rooms'], room: string): number {
  if (room === 'platform') return 0
  return Math.max(1, ...(rooms[room]?.looksDownOn ?? []).map((below) => storeyOf(rooms, below) + 1))
}

const widthOf = (name: string): number => Math.round(name.length * LETTER) + 22

/** The names in as many lines as they need. */
function linesOf(names: readonly string[]): readonly (readonly string[])[] {
  const lines: string[][] = [[]]
  let used = 0
  for (const name of names) {
    if (used + widthOf(name) > WIDTH - 16) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(name)
    used += widthOf(name) + 8
  }
  return lines
}

/** Boxes that fill a line together. */
function boxesOf(names: readonly string[], top: number): readonly string[] {
  const free = WIDTH - 16 - (names.length - 1) * 8 - names.reduce((sum, name) => sum + widthOf(name), 0)
  const more = Math.floor(free / names.length)
  let left = 8
  return names.map((name) => {
    const width = widthOf(name) + more
    const box = `<rect class="box" x="${left}" y="${top}" width="${width}" height="28" rx="4"/><text x="${left + width / 2}" y="${top + 19}" text-anchor="middle">${name}</text>`
    left += width + 8
    return box
  })
}

/** A row of the table of speeds: the operation, and how often it was done beside the other. */
export interface Speed {
  readonly operation: string
  readonly ratio: number
}

/** The rows of the table "In short" that were compared. */
export function speedsIn(page: string): readonly Speed[] {
  const [[, ...rows] = []] = tablesIn(page, '| operation |')
  return rows.flatMap(([operation = '', , ratio = '']) =>
    Number(ratio) > 0 ? [{ operation, ratio: Number(ratio) }] : [],
  )
}

/** A bar for each operation, beside the line at 1. */
export function speedPicture(speeds: readonly Speed[]): string {
  const most = Math.max(...speeds.map(({ ratio }) => ratio))
  const perOne = (WIDTH - 230) / most
  const bottom = 40 + speeds.length * 30
  const bars = speeds.map(({ operation, ratio }, at) => {
    const top = 40 + at * 30
    const width = Math.round(ratio * perOne)
    return `<text class="name" x="140" y="${top + 15}" text-anchor="end">${operation}</text><rect class="bar" x="150" y="${top}" width="${width}" height="20" rx="3"/><text x="${158 + width}" y="${top + 15}">${ratio}</text>`
  })
  const one = 150 + Math.round(perOne)
  return svg(bottom + 10, 'Requests a second, divided by those of npm oidc-provider.', [
    '<text class="soft" x="8" y="20">Requests a second, divided by those of npm oidc-provider: same Node, same machine. The line is 1.</text>',
    ...bars,
    `<path class="line" stroke-width="2" d="M${one} 32V${bottom}"/>`,
  ])
}
