import type { Browser, Page } from 'playwright-core'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'
import { findFaults, findRemarks, loadAxe } from './axe.ts'
import { walkByKeyboard } from './keyboard.ts'
import { findMarkupFaults } from './markup.ts'
import { openPages, PAGES_URL } from './open-pages.ts'
import { findBrokenRules } from './page-rules.ts'
import { RENDERINGS, type Rendering, renderAs } from './renderings.ts'

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
  /** Another Content-Security-Policy than that of the pages. */
  readonly policy?: string
  /** Other landmarks than those of the pages. */
  readonly landmarks?: string
  /** Takes a picture, if it is wanted. The page is shown in this rendering. */
  picture(page: Page, sample: SamplePage, rendering: Rendering): Promise<void>
}

/** Looks at every page of one language in every rendering, with and without its script. */
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
  const { frame, samples, hasScript, policy } = walk
  const options = { locale: frame.language }
  const showing = { frame, samples, options, hasScript, ...(policy !== undefined && { policy }) }
  const { page, close } = await openPages(browser, showing)
  for (const sample of samples) await walkPage({ ...walk, page, sample })
  await close()
}

async function walkPage(walk: Omit<Inspection, 'rendering' | 'note'>): Promise<void> {
  const { page, sample, frame, findings, hasScript } = walk
  const where = `${frame.language}, ${sample.name}${hasScript ? ', with script' : ''}`
  const note: Inspection['note'] = (found, how = '') =>
    void findings.faults.push(...found.map((fault) => `${where}${how}: ${fault}`))
  await page.goto(PAGES_URL + sample.name)
  await loadAxe(page)
  if (!hasScript) note(await findMarkupFaults(sample.render(frame).toString()))
  for (const rendering of RENDERINGS) await lookCarefully({ ...walk, rendering, note })
  note(await walkByKeyboard(page))
  for (const remark of await findRemarks(page)) count(findings.remarks, remark.split(':')[0] ?? '')
}

interface Inspection extends Window {
  readonly page: Page
  readonly sample: SamplePage
  readonly rendering: Rendering
  note(found: readonly string[], how?: string): void
}

async function lookCarefully({
  page,
  sample,
  rendering,
  note,
  frame,
  findings,
  hasScript,
  picture,
  landmarks,
}: Inspection): Promise<void> {
  await renderAs(page, rendering)
  findings.looked += 1
  const how = `, ${rendering.name}`
  const { direction } = frame.words
  const wanted = { language: frame.language, direction, ...(landmarks !== undefined && { landmarks }) }
  note(await findBrokenRules(page, wanted), how)
  if (rendering.isJudged) note(await findFaults(page), how)
  if (!hasScript) await picture(page, sample, rendering)
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
