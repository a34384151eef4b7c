import { figure } from './figures.ts'

/** One bar of the chart: how many times the other. */
export interface Bar {
  readonly label: string
  readonly median: number
  readonly min: number
  readonly max: number
}

const WIDTH = 720
const LABEL_WIDTH = 190
const VALUE_WIDTH = 70
const ROW_HEIGHT = 34
const TOP = 62
const BOTTOM = 40

/** Colours that can be read on white and on black; who prefers dark gets lighter ones. */
const STYLE = `
    text { font: 14px system-ui, sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .note { font-size: 12px; fill: #59636e }
    .bar { fill: #1a6ed8 }
    .range { stroke: #1f2328; stroke-width: 1.5 }
    .one { stroke: #59636e; stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .note { fill: #9198a1 }
      .bar { fill: #4493f8 }
      .range { stroke: #e6edf3 }
      .one { stroke: #9198a1 }
    }`

/** A chart of ratios as SVG: bars for medians, thin lines from least to greatest, a dashed line at one. */
export function chartOf(title: string, note: string, bars: readonly Bar[]): string {
  const height = TOP + bars.length * ROW_HEIGHT + BOTTOM
  const most = Math.max(1, ...bars.map((bar) => bar.max))
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / most
  const one = LABEL_WIDTH + scale
  const words = bars.map((bar) => `${bar.label} ${figure(bar.median)} times`).join(', ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(`${title}: ${words}`)}">
  <style>${STYLE}
  </style>
  <text class="title" x="0" y="20">${escape(title)}</text>
  <text class="note" x="0" y="42">${escape(note)}</text>
${bars.map((bar, row) => drawBar(bar, TOP + row * ROW_HEIGHT, scale)).join('\n')}
  <line class="one" x1="${round(one)}" x2="${round(one)}" y1="${TOP - 6}" y2="${height - BOTTOM + 4}"/>
  <text class="note" x="${round(one)}" y="${height - BOTTOM + 22}" text-anchor="middle">1x</text>
</svg>
`
}

function drawBar({ label, median, min, max }: Bar, y: number, scale: number): string {
  const middle = y + ROW_HEIGHT / 2
  const x = (value: number) => round(LABEL_WIDTH + value * scale)
  return `  <text x="0" y="${middle + 5}">${escape(label)}</text>
  <rect class="bar" x="${LABEL_WIDTH}" y="${y + 6}" width="${round(median * scale)}" height="${ROW_HEIGHT - 12}" rx="3"/>
  <line class="range" x1="${x(min)}" x2="${x(max)}" y1="${middle}" y2="${middle}"/>
  <text x="${round(LABEL_WIDTH + max * scale + 8)}" y="${middle + 5}">${figure(median)}x</text>`
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
