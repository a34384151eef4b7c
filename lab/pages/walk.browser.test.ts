import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { porticoStyle } from '../../packages/identity/src/pages/design.ts'
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

const pageOf = (body: Html, { lang = 'en', title = 'Sign in', style = porticoStyle.element } = {}): Html =>
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

/** A page with a fault of every kind. Each rule has tests of its own, or is axe's or the validator's. */
const BAD = html`<header><p>Portico</p></header><main><h1>Sign in</h1><h3>More</h3>
<p><a href="/a">one of them</a> <a href="/b" tabindex="1">other of them</a> <a href="/c">third of them</a></p>
<p><button type="button" tabindex="-1">Go</button></p>
<form><p><input name="x"></p></form>
<p id="a"><font color="#cccccc">pale</font></p><p id="a">b</p></main><footer><p>Help</p></footer>`

test('each fault of a page is found', async () => {
  const found = (await walk(pageOf(BAD, { style: html`` }))).join('\n')
  for (const fault of [
    'its headings have the levels 1 3',
    'the focus is not seen at',
    'the Tab key reaches 4 of 5',
    'the Tab key jumps',
    'label',
    'color-contrast',
    'no-dup-id',
  ])
    expect(found).toContain(fault)
})
