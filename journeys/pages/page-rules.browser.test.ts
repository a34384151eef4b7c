import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { findBrokenRules } from './page-rules.ts'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage({ viewport: { width: 320, height: 480 } })
})
afterAll(() => browser?.close())

const FRAME = ['<header><p>Portico</p></header><main><h1>Sign in</h1>', '</main><footer><p>Help</p></footer>']

/** What is wrong with a page. */
async function broken({ body = '', lang = 'en', title = 'Sign in', frame = FRAME }): Promise<string> {
  await page.setContent(
    `<!doctype html><html lang="${lang}" dir="ltr"><head><title>${title}</title>
<style>body { font: 16px/1.5 sans-serif; overflow-wrap: anywhere } button { min-height: 2rem }</style></head>
<body>${frame.join(body)}</body></html>`,
  )
  const found = await findBrokenRules(page, { language: 'en', direction: 'ltr' })
  return found.join('\n')
}

const LONG = 'A sentence that is far too long for one line of a telephone.'
const FAR_DOWN = '<div style="height: 2000px"></div>'

test.each([
  ['a page with a sentence and a button', `<p>${LONG}</p><button type="button">Sign in</button>`],
  ['a box that grows with its text', `<p style="overflow: hidden">${LONG}</p>`],
  [
    'a box in which the reader scrolls',
    `<p style="overflow: scroll; height: 2rem">${LONG}</p>
     <p style="overflow-x: auto; white-space: nowrap">${LONG}</p>`,
  ],
  ['text that only screen readers read', '<span style="position: absolute; left: -999px">Error:</span>'],
  [
    'lines that touch',
    `<p style="line-height: 1; margin: 0">${LONG}</p><p style="line-height: 1; margin: 0">${LONG}</p>`,
  ],
  [
    'a background behind its own text',
    `<div style="position: relative; z-index: 1; background: #fff"><p>${LONG}</p></div>`,
  ],
  ['a text far below the window', `${FAR_DOWN}<p>${LONG}</p>`],
  ['a long word that breaks', '<p style="width: 6rem">Datenschutzbeauftragter</p>'],
  [
    'a word with a hyphen at the end of a line',
    '<p lang="de" style="width: 5rem; hyphens: auto">Die Verbindung</p>',
  ],
  ['an address that breaks', '<p style="width: 5rem">name@subdomain.example.org</p>'],
  ['Chinese, which breaks after each sign', '<p style="width: 4rem">登录或注册您的统一账号</p>'],
])('%s breaks no rule', async (_what, body) => {
  expect(await broken({ body })).toBe('')
})

test.each([
  [
    'text that is wider than its box',
    `<p style="overflow: hidden; white-space: nowrap">${LONG}</p>`,
    'text is cut off in <p',
  ],
  [
    'text that is higher than its box',
    `<p style="overflow: hidden; height: 2rem">${LONG}</p>`,
    'text is cut off in <p',
  ],
  [
    'text that ends in dots',
    `<p style="overflow: clip; white-space: nowrap; text-overflow: ellipsis">${LONG}</p>`,
    'text is cut off in <p',
  ],
  [
    'a label that its button cuts off',
    `<button type="button" style="width: 4rem; overflow: hidden; white-space: nowrap">Sign in now</button>`,
    'text is cut off in <button',
  ],
  [
    'text over other text',
    `<p>Sign in</p><p style="position: relative; top: -2.5rem">Register</p>`,
    'text lies over other text: Sign in',
  ],
  [
    'a picture over text',
    `<p>${LONG}</p><div style="position: relative; top: -3rem; height: 2rem; background: #000"></div>`,
    'something lies over text: A sentence',
  ],
  [
    'a box over the end of a line',
    '<p style="position: relative">Sign in with a key<span style="position: absolute; inset: 0 auto 0 6rem; width: 9rem; background: #fff"></span> and more</p><div style="position: relative; top: -2.6rem; left: 8rem; width: 12rem; height: 2rem; background: #000"></div>',
    'something lies over text',
  ],
  [
    'something over text far below the window',
    `${FAR_DOWN}<p>${LONG}</p><div style="position: relative; top: -3rem; height: 2rem; background: #000"></div>`,
    'something lies over text: A sentence',
  ],
  ['a name that stands in letters', '<p style="width: 2rem">Firefox</p>', 'words are broken: Firefox'],
  ['an Arabic word that is broken', '<p style="width: 1.5rem">المحاولة</p>', 'words are broken: المحاولة'],
  ['a wide picture', '<img src="data:," width="2000" height="9" alt="">', 'px wide in a window of 320 px'],
  [
    'a small target',
    '<button type="button" style="min-height: 0; font-size: 8px">Go</button>',
    'it has small targets: <button',
  ],
  [
    'a button in columns',
    '<button type="button" style="display: flex">Disconnect <bdi>Parking</bdi></button>',
    'stands in columns: Disconnect Parking',
  ],
  ['a level of headings left out', '<h3>More</h3>', 'its headings have the levels 1 3'],
  ['two headings of the first level', '<h1>Again</h1>', 'its headings have the levels 1 1'],
])('%s is found', async (_what, body, fault) => {
  expect(await broken({ body })).toContain(fault)
})

test('what is wrong with the whole page is found', async () => {
  expect(await broken({ lang: 'de', title: ' ', frame: ['<h1>Sign in</h1>'] })).toBe(
    ['it has no title', 'its language is "de"', 'its landmarks are '].join('\n'),
  )
})
