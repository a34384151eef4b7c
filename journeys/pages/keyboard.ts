import type { Page } from 'playwright-core'

/** One stop of the Tab key. */
interface Stop {
  /** The place among all controls, in the order of the document; -1 outside of them. */
  readonly place: number
  readonly what: string
  /** Whether the reader sees where the focus is. */
  readonly isMarked: boolean
}

const CONTROLS = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((one) => !one.disabled && one.checkVisibility())`

const STOP = `(() => {
  const one = document.activeElement
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
  const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  return {
    place: ${CONTROLS}.indexOf(one),
    what: one.outerHTML.slice(0, 80),
    isMarked: hasOutline || boxShadow !== 'none',
  }
})()`

/** Walks through a page with the Tab key: every control is reached, in order, and shows that it has the focus. */
export async function walkByKeyboard(page: Page): Promise<readonly string[]> {
  const count = await page.evaluate<number>(`${CONTROLS}.length`)
  const stops: Stop[] = []
  // A page may open with the focus on a message, so the first round begins anywhere.
  for (let press = 0; press < 2 * count + 2; press += 1) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate<Stop>(STOP))
  }
  const controls = stops.filter(({ place }) => place >= 0)
  const reached = new Set(controls.map(({ place }) => place))
  const unmarked = new Set(controls.filter(({ isMarked }) => !isMarked).map(({ what }) => what))
  const jumps = controls.filter(({ place }, index) => {
    const before = controls[index - 1]?.place
    return before !== undefined && place !== (before + 1) % count
  })
  return [
    ...(reached.size < count ? [`the Tab key reaches ${reached.size} of ${count} controls`] : []),
    ...[...unmarked].map((what) => `the focus is not seen at ${what}`),
    ...(jumps.length > 0 ? [`the Tab key jumps to ${jumps[0]?.what}`] : []),
  ]
}
