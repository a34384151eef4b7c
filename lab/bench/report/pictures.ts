import { figure } from '../../kit/markdown.ts'
import type { Spread } from '../../kit/statistics.ts'

/** One bar of a chart: how many times the other. */
export type Bar = Spread & { readonly label: string }

/** One line over time. */
export interface Panel {
  readonly title: string
  readonly unit: string
  /** Seconds from the start, and the value then. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 720
const TOP = 62

/** Colours that can be read on white and on black; who prefers dark gets lighter ones. */
const STYLE = `
    text { font: 14px system-ui, sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .note { font-size: 12px; fill: #59636e }
    .bar { fill: #1a6ed8 }
    .line { fill: none; stroke: #1a6ed8; stroke-width: 1.8 }
    .range { stroke: #1f2328; stroke-width: 1.5 }
    .axis { stroke: #d1d9e0 }
    .one { stroke: #59636e; stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .note { fill: #9198a1 }
      .bar { fill: #4493f8 }
      .line { stroke: #4493f8 }
      .range { stroke: #e6edf3 }
      .axis { stroke: #3d444d }
      .one { stroke: #9198a1 }
    }`

interface Picture {
  readonly title: string
  readonly note: string
  /** What it shows, for whoever does not see it. */
  readonly label?: string
  readonly height: number
  readonly parts: readonly string[]
}

function pictureOf({ title, note, label = title, height, parts }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(label)}">
  <style>${STYLE}
  </style>
  <text class="title" x="0" y="20">${escape(title)}</text>
  <text class="note" x="0" y="42">${escape(note)}</text>
${parts.join('\n')}
</svg>
`
}

const LABEL_WIDTH = 190
const VALUE_WIDTH = 70
const ROW_HEIGHT = 34
const BOTTOM = 40

/** A chart of ratios as SVG: bars for medians, thin lines from least to greatest, a dashed line at one. */
export function chartOf(title: string, note: string, bars: readonly Bar[]): string {
  const height = TOP + bars.length * ROW_HEIGHT + BOTTOM
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(1, ...bars.map((bar) => bar.max))
  const one = round(LABEL_WIDTH + scale)
  const words = bars.map((bar) => `${bar.label} ${figure(bar.median)} times`).join(', ')
  const parts = [
    ...bars.map((bar, row) => drawBar(bar, TOP + row * ROW_HEIGHT, scale)),
    `  <line class="one" x1="${one}" x2="${one}" y1="${TOP - 6}" y2="${height - BOTTOM + 4}"/>`,
    `  <text class="note" x="${one}" y="${height - BOTTOM + 22}" text-anchor="middle">1x</text>`,
  ]
  return pictureOf({ title, note, label: `${title}: ${words}`, height, parts })
}

function drawBar({ label, median, min, max }: Bar, y: number, scale: number): string {
  const middle = y + ROW_HEIGHT / 2
  const x = (value: number) => round(LABEL_WIDTH + value * scale)
  return `  <text x="0" y="${middle + 5}">${escape(label)}</text>
  <rect class="bar" x="${LABEL_WIDTH}" y="${y + 6}" width="${round(median * scale)}" height="${ROW_HEIGHT - 12}" rx="3"/>
  <line class="range" x1="${x(min)}" x2="${x(max)}" y1="${middle}" y2="${middle}"/>
  <text x="${x(max) + 8}" y="${middle + 5}">${figure(median)}x</text>`
}

const LEFT = 90
const RIGHT = 10
const PANEL_HEIGHT = 96
const LINE_HEIGHT = 56

/** Lines over time as SVG, one below the other; each begins at zero, so that what is flat looks flat. */
export function linesOf(title: string, note: string, panels: readonly Panel[]): string {
  const parts = panels.map((panel, place) => drawPanel(panel, TOP + place * PANEL_HEIGHT))
  return pictureOf({ title, note, height: TOP + panels.length * PANEL_HEIGHT, parts })
}

function drawPanel({ title, unit, points }: Panel, y: number): string {
  const most = Math.max(...points.map(([, value]) => value), 0) || 1
  const last = Math.max(...points.map(([second]) => second), 1)
  const floor = y + 22 + LINE_HEIGHT
  const place = ([second, value]: readonly [number, number]) =>
    `${round(LEFT + (second / last) * (WIDTH - LEFT - RIGHT))},${round(floor - (value / most) * LINE_HEIGHT)}`
  return `  <text x="0" y="${y + 12}">${escape(title)}</text>
  <text class="note" x="0" y="${y + 34}">${figure(most)} ${escape(unit)}</text>
  <text class="note" x="0" y="${floor}">0</text>
  <line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${floor}" y2="${floor}"/>
  <polyline class="line" points="${points.map(place).join(' ')}"/>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
