import type { Browser, Page } from 'playwright-core'
import { findMarkupFaults } from '../../journeys/pages/markup.ts'
import { openPages, PAGES_URL } from '../../journeys/pages/open-pages.ts'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'
import { type Findings, judgePage } from './judge-page.ts'
import { RENDERINGS, type Rendering } from './renderings.ts'

/** One picture shows what the script adds. */
const [SCRIPTED_RENDERING] = RENDERINGS

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

async function walkPage(walk: Window & { readonly page: Page; readonly sample: SamplePage }): Promise<void> {
  const { page, sample, frame, findings, hasScript, landmarks } = walk
  const name = `${sample.name}${hasScript ? ', with script' : ''}`
  await page.goto(PAGES_URL + sample.name)
  const markup = hasScript ? [] : await findMarkupFaults(sample.render(frame).toString())
  findings.faults.push(...markup.map((fault) => `${frame.language}, ${name}: ${fault}`))
  const { language, words } = frame
  const wanted = { language, direction: words.direction, ...(landmarks !== undefined && { landmarks }) }
  await judgePage(page, {
    ...{ name, wanted, findings },
    picture: async (rendering) => {
      if (!hasScript) return walk.picture(page, sample, rendering)
      const scripted = { ...sample, name: `${sample.name}-with-script` }
      if (rendering === SCRIPTED_RENDERING) await walk.picture(page, scripted, rendering)
    },
  })
}
