import type { Browser, Page } from 'playwright-core'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'
import { findFaults, findRemarks, loadAxe } from './axe.ts'
import { walkByKeyboard } from './keyboard.ts'
import { LOOKS, type Look, lookAt } from './looks.ts'
import { findMarkupFaults } from './markup.ts'
import { openPages, PAGES_URL } from './open-pages.ts'
import { findBrokenRules } from './page-rules.ts'

/** What the walk found. */
export interface Findings {
  readonly faults: string[]
  /** What breaks level AAA, and how often. */
  readonly remarks: Map<string, number>
  /** How many times a page was looked at. */
  looked: number
}

/** The pages of one language. */
export interface Walk {
  readonly frame: PageFrame
  readonly samples: readonly SamplePage[]
  readonly findings: Findings
  /** Takes a picture, if it is wanted. The page is shown in this look. */
  picture(page: Page, sample: SamplePage, look: Look): Promise<void>
}

/** Looks at every page of one language in every look, with and without its script. */
export async function walkPages(browser: Browser, walk: Walk): Promise<void> {
  const { frame, samples } = walk
  const hasOwnScript = (sample: SamplePage) => sample.render(frame).toString().includes('<script')
  await walkWindow(browser, { ...walk, hasScript: false })
  await walkWindow(browser, { ...walk, samples: samples.filter(hasOwnScript), hasScript: true })
}

interface Window extends Walk {
  readonly hasScript: boolean
}

async function walkWindow(browser: Browser, walk: Window): Promise<void> {
  const { frame, samples, hasScript } = walk
  const options = { locale: frame.language }
  const { page, close } = await openPages(browser, { frame, samples, options, hasScript })
  for (const sample of samples) await walkPage({ ...walk, page, sample })
  await close()
}

async function walkPage(walk: Omit<Looking, 'look' | 'note'>): Promise<void> {
  const { page, sample, frame, findings, hasScript } = walk
  const where = `${frame.language}, ${sample.name}${hasScript ? ', with script' : ''}`
  const note: Looking['note'] = (found, how = '') =>
    void findings.faults.push(...found.map((fault) => `${where}${how}: ${fault}`))
  await page.goto(PAGES_URL + sample.name)
  await loadAxe(page)
  if (!hasScript) note(await findMarkupFaults(sample.render(frame).toString()))
  for (const look of LOOKS) await lookCarefully({ ...walk, look, note })
  note(await walkByKeyboard(page))
  for (const remark of await findRemarks(page)) count(findings.remarks, remark.split(':')[0] ?? '')
}

interface Looking extends Window {
  readonly page: Page
  readonly sample: SamplePage
  readonly look: Look
  note(found: readonly string[], how?: string): void
}

async function lookCarefully({
  page,
  sample,
  look,
  note,
  frame,
  findings,
  hasScript,
  picture,
}: Looking): Promise<void> {
  await lookAt(page, look)
  findings.looked += 1
  const how = `, ${look.name}`
  const { direction } = frame.words
  note(await findBrokenRules(page, { language: frame.language, direction }), how)
  if (look.isJudged) note(await findFaults(page), how)
  if (!hasScript) await picture(page, sample, look)
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
