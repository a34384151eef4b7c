import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stylesheet } from '../../packages/identity/src/pages/assets.ts'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import { wordsFor } from '../../packages/identity/src/pages/words/words-for.ts'
import { type Html, html } from '../../packages/identity/src/platform/html.ts'
import { launchChromium } from '../../scripts/test-chromium.ts'
import type { Findings } from './judge-page.ts'
import { walkPages } from './walk.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const GOOD = html`<header><p>Portico</p></header><main><h1>Sign in</h1><p>With your address.</p><p><button type="button" class="button primary">Sign in</button></p></main><footer><p>Help</p></footer>`

const styled = html`<link rel="stylesheet" href="${stylesheet.path}">`

const pageOf = (body: Html, { lang = 'en', title = 'Sign in', style = styled } = {}): Html =>
  html`<!doctype html>
<html lang="${lang}" dir="ltr"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">${style}</head><body>${body}</body></html>`

/** What the walk finds in one page, without the place. */
async function walk(page: Html): Promise<readonly string[]> {
  const sample: SamplePage = { name: 'sample', render: () => page }
  const findings: Findings = { faults: [], remarks: new Map(), looked: 0 }
  const frame = { serviceName: 'Portico', ...wordsFor('en') }
  await walkPages(browser, { frame, samples: [sample], findings, picture: async () => undefined })
  expect(findings.looked).toBe(6)
  return findings.faults.map((fault) => fault.replace(/^en, sample(?:, \w+)?: /, ''))
}

test('a good page has no fault', async () => {
  expect(await walk(pageOf(GOOD))).toEqual([])
})

const inMain = (content: Html) =>
  pageOf(
    html`<header><p>Portico</p></header><main><h1>Sign in</h1>${content}</main><footer><p>Help</p></footer>`,
  )

test.each<[string, Html, string]>([
  ['another language', pageOf(GOOD, { lang: 'de' }), 'its language is "de"'],
  ['no title', pageOf(GOOD, { title: ' ' }), 'it has no title'],
  ['a level of headings left out', inMain(html`<h3>More</h3>`), 'its headings have the levels 1 3'],
  ['two headings of the first level', inMain(html`<h1>Again</h1>`), 'its headings have the levels 1 1'],
  ['no landmarks', pageOf(html`<h1>Sign in</h1>`), 'its landmarks are '],
  [
    'a wide text',
    pageOf(html`<p><img src="/wide" width="2000" height="9" alt=""></p>`, { style: html`` }),
    'px wide in a window of',
  ],
  ['a small target', pageOf(GOOD, { style: html`` }), 'small targets'],
  ['a focus that is not seen', pageOf(GOOD, { style: html`` }), 'the focus is not seen at'],
  [
    'a control that Tab does not reach',
    inMain(html`<p><button type="button" tabindex="-1">Go</button></p>`),
    'the Tab key reaches 0 of 1',
  ],
  [
    'another order of Tab',
    inMain(
      html`<p><a href="/a">one of them</a> <a href="/b" tabindex="1">other of them</a> <a href="/c">third of them</a></p>`,
    ),
    'the Tab key jumps',
  ],
  ['a field without a label', inMain(html`<form><p><input name="x"></p></form>`), 'label'],
  [
    'a button in columns',
    inMain(html`<p><button type="button" class="button primary">Disconnect <bdi>Parking</bdi></button></p>`),
    'stands in columns',
  ],
  ['pale letters', inMain(html`<p><font color="#cccccc">pale</font></p>`), 'color-contrast'],
  ['an id twice', inMain(html`<p id="a">a</p><p id="a">b</p>`), 'no-dup-id'],
])('%s is found', async (_, page, fault) => {
  expect((await walk(page)).join('\n')).toContain(fault)
})
