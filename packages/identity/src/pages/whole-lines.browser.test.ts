import { parse } from 'node-html-parser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterPages } from '../../../../journeys/pages/letter-pages.ts'
import { openPages } from '../../../../journeys/pages/open-pages.ts'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { LANGUAGES } from '../platform/languages.ts'
import { designOf } from './design.ts'
import { everyPage, ordinaryTexts } from './every-page.fixture.ts'
import type { PageFrame } from './layout.ts'
import { wordsFor } from './words/words-for.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
})

const frameOf = (language: string): PageFrame => ({
  serviceName: 'Portico',
  ...wordsFor(language),
  design: designOf({ links: {}, contact: { phone: '+44 20 7946 0000' } }),
})

const BLOCKS = 'p, li, h1, h2, dt, dd, label, button, summary, td, th'

/** What could be torn: a number, a hyphen, a time, or a sign that French writes after a space. */
const DELICATE = /\d|\p{L}-\p{L}|<time|[:;?!»]/u

/** Each block of text of every page and every letter, once. */
function blocksIn(language: string): readonly string[] {
  const frame = frameOf(language)
  const blocks = [...everyPage(ordinaryTexts), ...letterPages(language)].flatMap(({ render }) =>
    parse(render(frame).toString())
      .querySelectorAll(BLOCKS)
      .filter((block) => block.querySelector(BLOCKS) === null)
      .map((block) => `<p>${block.innerHTML}</p>`),
  )
  return [...new Set(blocks)].filter((block) => DELICATE.test(block))
}

/**
 * Says what stands on two lines where every line ends as early as a browser lets it. The words for it are written here once more, and by
 * another rule than the one of the pages.
 */
const TORN = `(blocks) => {
  const main = document.querySelector('main')
  main.innerHTML = blocks.join('')
  main.style.width = '1px'
  for (const each of main.querySelectorAll('*')) each.style.overflowWrap = 'normal'
  const whole = [
    /(?<![\\d:])\\d{1,3}[ \\u00a0](?=\\p{L})/gu,
    /\\d[ \\u00a0]\\d/g,
    /\\p{L}+(?:[-\\u2011]t)?[-\\u2011](?:ils?|elles?|on|vous|l[ae]s?|en|ce|ci|être)(?![\\p{L}-])/gu,
    /(?<![\\p{L}-])[Ee][-\\u2011][Mm]ail/gu,
    /\\d[-\\u2011]mal/g,
    /(?:Uhr|\\d)[ \\u00a0]UTC|UTC[ \\u00a0]\\d/g,
    /\\d+(?:er|\\.)?[ \\u00a0](?:de[ \\u00a0])?(?:January|Januar|janvier|enero|يناير)[ \\u00a0](?:de[ \\u00a0])?\\d{4}/g,
    /\\S[ \\u00a0\\u202f][:;?!»]|«[ \\u00a0\\u202f]\\S/g,
  ]
  const found = []
  for (const block of main.children) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const nodes = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
    const text = nodes.map(({ data }) => data).join('')
    const place = (at) => {
      let left = at
      for (const node of nodes) {
        if (left <= node.length) return [node, left]
        left -= node.length
      }
    }
    const look = (from, to) => {
      const range = document.createRange()
      range.setStart(...place(from))
      range.setEnd(...place(to))
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > 12) found.push(text.slice(from, to) + ' in: ' + text.trim())
    }
    for (const pattern of whole)
      for (const { 0: said, index } of text.matchAll(pattern)) look(index, index + said.length + (/\\s$/.test(said) ? 1 : 0))
    for (const time of block.querySelectorAll('time')) {
      const begin = text.indexOf(time.textContent)
      for (const { 0: said, index } of time.textContent.matchAll(/[^ ]+/g)) look(begin + index, begin + index + said.length)
    }
  }
  return [found, main.querySelectorAll('time').length]
}`

test.each(LANGUAGES)(
  'no line ends within a date, a time, a number with its word or a telephone number (%s)',
  async (language) => {
    const samples = everyPage(ordinaryTexts).filter(({ name }) => name === 'login')
    const { page, show, close } = await openPages(browser, { frame: frameOf(language), samples })
    await show('login')
    const blocks = blocksIn(language)
    const [found, times] = await page.evaluate<[string[], number]>(`(${TORN})(${JSON.stringify(blocks)})`)
    await close()
    expect(times).toBeGreaterThan(5)
    expect(found).toEqual([])
  },
)

test.each(LANGUAGES)(
  'a heading ends no line within a word of a program’s name, and none before its last sign (%s)',
  async (language) => {
    const samples = everyPage(ordinaryTexts).filter(({ name }) => name === 'confirm-first')
    const options = { viewport: { width: 360, height: 640 } }
    const { page, show, close } = await openPages(browser, { frame: frameOf(language), samples, options })
    await show('confirm-first')
    const torn = await page.evaluate<string[]>(`(() => {
    const heading = document.querySelector('h1')
    const name = heading.querySelector('bdi')
    const texts = (node) => node.nodeType === 3 ? [node] : [...node.childNodes].flatMap(texts)
    const lineOf = (node, at) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return Math.round(range.getBoundingClientRect().bottom)
    }
    const tornIn = (words) => {
      name.textContent = words
      const signs = texts(heading).flatMap((node) => [...node.data].map((sign, at) => ({ sign, line: lineOf(node, at) })))
        .filter(({ sign }) => sign !== '\\n')
      const last = signs.findLastIndex(({ sign }) => /\\S/.test(sign))
      const whole = [...texts(name)[0].data].map((sign, at) => ({ sign, line: lineOf(texts(name)[0], at) }))
      const within = whole.some(({ sign, line }, at) => at > 0 && /\\S/.test(sign) && /\\S/.test(whole[at - 1].sign) && line !== whole[at - 1].line)
      const alone = /[?？؟]/.test(signs[last].sign) && signs[last].line !== whole.at(-1).line && !signs.slice(0, last).some(({ line }) => line === signs[last].line)
      return within || alone ? [words] : []
    }
    return ['Permisos de aparcamiento', '停车许可证', 'Parking permits', 'تصاريح الوقوف'].flatMap(tornIn)
  })()`)
    await close()
    expect(torn).toEqual([])
  },
)
