import { type Html, html } from '@portico/identity/parts'

const BAR_WIDTH = 8
const GAP = 2
const HEIGHT = 48

/** What a chart is called, and the words before its highest number. */
export interface ChartWords {
  readonly label: string
  readonly most: string
}

/** Bars from the oldest to the newest, drawn on the server. The table below has the numbers; colours are in the rules of the page, because no attribute may have a style. */
export function barChart({ label, most }: ChartWords, values: readonly number[]): Html {
  const highest = Math.max(...values, 0)
  const width = values.length * (BAR_WIDTH + GAP)
  const caption = `${label}: ${most} ${highest}`
  const bars = values.map((value, index) => {
    const height = highest === 0 ? 0 : (value / highest) * HEIGHT
    return html`<rect x="${index * (BAR_WIDTH + GAP)}" y="${fixed(HEIGHT - height)}" width="${BAR_WIDTH}" height="${fixed(height)}"/>`
  })
  return html`<figure><svg viewBox="0 0 ${width} ${HEIGHT + 1}" role="img" aria-label="${caption}" preserveAspectRatio="none">${bars}<path d="M0 ${HEIGHT + 0.5}H${width}"/></svg><figcaption>${caption}</figcaption></figure>`
}

const fixed = (length: number): string => String(Math.round(length * 100) / 100)
