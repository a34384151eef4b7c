import { figure } from './figures.ts'

/** One line over time. */
export interface Panel {
  readonly title: string
  readonly unit: string
  /** Seconds from the start, and the value then. */
  readonly points: readonly (readonly [number, number])[]
}

const WIDTH = 720
const LEFT = 90
const RIGHT = 10
const TOP = 56
const PANEL = 96
const LINE = 56

const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .note { font-size: 12px; fill: #59636e }
    .axis { stroke: #d1d9e0 }
    .line { fill: none; stroke: #1a6ed8; stroke-width: 1.8 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .note { fill: #9198a1 }
      .axis { stroke: #3d444d }
      .line { stroke: #4493f8 }
    }`

/** Lines over time as SVG, one below the other; each begins at zero, so that what is flat looks flat. */
export function linesOf(title: string, note: string, panels: readonly Panel[]): string {
  const height = TOP + panels.length * PANEL
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}">
  <style>${STYLE}
  </style>
  <text class="title" x="0" y="20">${escape(title)}</text>
  <text class="note" x="0" y="40">${escape(note)}</text>
${panels.map((panel, place) => drawPanel(panel, TOP + place * PANEL)).join('\n')}
</svg>
`
}

function drawPanel({ title, unit, points }: Panel, y: number): string {
  const most = Math.max(...points.map(([, value]) => value), 0) || 1
  const last = Math.max(...points.map(([second]) => second), 1)
  const floor = y + 22 + LINE
  const place = ([second, value]: readonly [number, number]) =>
    `${round(LEFT + (second / last) * (WIDTH - LEFT - RIGHT))},${round(floor - (value / most) * LINE)}`
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
