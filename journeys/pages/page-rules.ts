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
  /** Text that its box cuts off, text that lies over other text, and text that something else hides. */
  readonly cut: readonly string[]
  readonly covered: readonly string[]
  readonly hidden: readonly string[]
  /** Short words that are broken without a hyphen, because their box is too narrow. */
  readonly broken: readonly string[]
  /** Buttons whose text would stand in columns, because its parts are items of a flexible box. */
  readonly torn: readonly string[]
}

/** The least size of a target: WCAG 2.2, success criterion 2.5.8. */
const LEAST_TARGET = 24

/** Longer words may be broken where nothing else fits. */
const SHORT_WORD = String.raw`/(?<![\p{L}\p{N}\p{P}])(?!\p{Script=Han})\p{L}{2,12}(?![\p{L}\p{N}])/gu`

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
  const isCut = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one)
    const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip'
    const wide = cuts(overflowX) && one.scrollWidth > one.clientWidth + 1
    const high = cuts(overflowY) && one.scrollHeight > one.clientHeight + 1
    return (wide || high) && one.clientWidth > 1 && !one.matches('input, select, textarea')
  }
  const textNodes = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    return nodes.filter((node) => hasText(node) && node.parentElement.checkVisibility() && !node.parentElement.closest('.skip, select, option, script, noscript'))
  }
  const rectsOf = (node, start = 0, end = node.length) => {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return [...range.getClientRects()]
  }
  // Lines of a paragraph may touch. A third of a line that two texts share is read no more.
  const lines = textNodes().flatMap((node) => rectsOf(node).map(({ left, right, top, bottom }) =>
    ({ node, left: left + 1, right: right - 1, top: top + (bottom - top) / 3, bottom: bottom - (bottom - top) / 3 })))
  const textOf = ({ node }) => node.textContent.trim().slice(0, 60)
  const findCovered = () => {
    const isOver = (one, other) => one.node !== other.node && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    return lines.filter((one, index) => lines.slice(index + 1).some((other) => isOver(one, other))).map(textOf)
  }
  // The browser knows what is on top only where the window is. In the end, the page is where it was.
  const findHidden = () => {
    const start = scrollY
    const isBehind = ({ node: { parentElement }, left, right, top, bottom }) => {
      const middle = (top + bottom) / 2 + start
      scrollTo({ top: middle - innerHeight / 2, behavior: 'instant' })
      return [0.1, 0.5, 0.9].some((part) => {
        const over = document.elementFromPoint(left + (right - left) * part, middle - scrollY)
        return over && !parentElement.contains(over) && !over.contains(parentElement)
      })
    }
    const hidden = lines.filter(isBehind).map(textOf)
    scrollTo({ top: start, behavior: 'instant' })
    return hidden
  }
  const isBroken = (node, { index, 0: word }) => {
    const tops = rectsOf(node, index, index + word.length).map(({ top, height }) => top + height / 2)
    return Math.max(...tops) - Math.min(...tops) > 8
  }
  const findBroken = () => textNodes().filter((node) => getComputedStyle(node.parentElement).hyphens !== 'auto')
    .flatMap((node) => [...node.data.matchAll(${SHORT_WORD})].filter((word) => isBroken(node, word)).map(([word]) => word))
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
    cut: shown('body *').filter(isCut).map(({ outerHTML }) => outerHTML.slice(0, 80)),
    covered: findCovered(),
    hidden: findHidden(),
    broken: findBroken(),
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
    [`text is cut off in ${facts.cut.join(' ')}`]: facts.cut.length > 0,
    [`text lies over other text: ${facts.covered.join(', ')}`]: facts.covered.length > 0,
    [`something lies over text: ${facts.hidden.join(', ')}`]: facts.hidden.length > 0,
    [`words are broken: ${facts.broken.join(', ')}`]: facts.broken.length > 0,
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
