import type { Page } from 'playwright-core'

/** What a page says of itself. Lengths in CSS pixels. */
interface Facts {
  readonly title: string
  readonly language: string
  readonly direction: string
  /** The levels of the headings, in order. A message about problems stands before the first, with a heading of its own. */
  readonly headings: readonly number[]
  readonly landmarks: readonly string[]
  readonly width: number
  readonly scrollWidth: number
  /** Controls that are smaller than a finger needs, and not within a sentence. */
  readonly small: readonly string[]
  /** Buttons whose text would stand in columns, because its parts are items of a flexible box. */
  readonly torn: readonly string[]
}

/** The least size of a target: WCAG 2.2, success criterion 2.5.8. */
const LEAST_TARGET = 24

const FACTS = `(() => {
  const { documentElement: root } = document
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const inSentence = (one) => one.matches('p a, li a, td a, dd a, code a, label input[type=checkbox]') && getComputedStyle(one).display === 'inline'
  const isSmall = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return Math.min(width, height) < ${LEAST_TARGET} && !inSentence(one) && !one.matches('.skip')
  }
  const hasText = ({ textContent }) => textContent.trim() !== ''
  const isTorn = ({ childNodes }) => [...childNodes].filter(hasText).length > 1
  return {
    title: document.title,
    language: root.lang,
    direction: getComputedStyle(root).direction,
    headings: shown('h1, h2, h3, h4, h5, h6').filter((one) => !one.closest('[role=alert]')).map(({ tagName }) => Number(tagName[1])),
    landmarks: shown('header, main, footer').map(({ tagName }) => tagName.toLowerCase()),
    width: root.clientWidth,
    scrollWidth: root.scrollWidth,
    small: shown('a[href], button, input:not([type=hidden]), select, textarea, summary')
      .filter(isSmall).map(({ outerHTML }) => outerHTML.slice(0, 80)),
    torn: shown('a, button').filter((one) => getComputedStyle(one).display.includes('flex') && isTorn(one))
      .map(({ textContent }) => textContent.trim()),
  }
})()`

/** What a page must say of itself, and the landmarks that it must have. */
export interface Wanted {
  readonly language: string
  readonly direction: string
  readonly landmarks?: string
}

/** What every page must have, and how this one breaks it. */
export async function findBrokenRules(
  page: Page,
  { language, direction, landmarks = 'header main footer' }: Wanted,
): Promise<readonly string[]> {
  const facts = await page.evaluate<Facts>(FACTS)
  const faults: Readonly<Record<string, boolean>> = {
    'it has no title': facts.title.trim() === '',
    [`its language is "${facts.language}"`]: facts.language !== language,
    [`it is written from ${facts.direction}`]: facts.direction !== direction,
    [`its headings have the levels ${facts.headings.join(' ')}`]: !isOutline(facts.headings),
    [`its landmarks are ${facts.landmarks.join(' ')}`]: facts.landmarks.join(' ') !== landmarks,
    [`it is ${facts.scrollWidth} px wide in a window of ${facts.width} px`]: facts.scrollWidth > facts.width,
    [`the text of a button stands in columns: ${facts.torn.join(', ')}`]: facts.torn.length > 0,
    [`it has small targets: ${facts.small.join(' ')}`]: facts.small.length > 0,
  }
  return Object.keys(faults).filter((what) => faults[what])
}

/** One heading of level 1, which comes first, and no level is left out. */
function isOutline(levels: readonly number[]): boolean {
  const steps = levels.slice(1).map((level, index) => level - (levels[index] ?? 0))
  return (
    levels[0] === 1 && levels.filter((level) => level === 1).length === 1 && steps.every((step) => step <= 1)
  )
}
