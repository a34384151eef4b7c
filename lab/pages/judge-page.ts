import type { Page } from 'playwright-core'
import { findFaults, findRemarks, loadAxe } from '../../journeys/pages/axe.ts'
import { walkByKeyboard } from '../../journeys/pages/keyboard.ts'
import { findBrokenRules, type Wanted } from '../../journeys/pages/page-rules.ts'
import { RENDERINGS, type Rendering, renderAs } from './renderings.ts'

/** What the walk found. */
export interface Findings {
  readonly faults: string[]
  /** What breaks level AAA, and how often. */
  readonly remarks: Map<string, number>
  /** How many times a page was looked at. */
  looked: number
}

/** A page that is open in a browser. */
export interface OpenPage {
  readonly name: string
  readonly wanted: Wanted
  readonly findings: Findings
  /** Takes a picture, if it is wanted. The page is shown in this rendering. */
  picture(rendering: Rendering): Promise<void>
}

/** Looks at the page that is open, in every rendering, and walks through it with the Tab key. */
export async function judgePage(page: Page, open: OpenPage): Promise<void> {
  const { name, wanted, findings } = open
  const note = (found: readonly string[], how = '') =>
    void findings.faults.push(...found.map((fault) => `${wanted.language}, ${name}${how}: ${fault}`))
  await loadAxe(page)
  for (const rendering of RENDERINGS) note(await faultsIn(page, open, rendering), `, ${rendering.name}`)
  note(await walkByKeyboard(page))
  for (const remark of await findRemarks(page)) count(findings.remarks, remark.split(':')[0] ?? '')
}

async function faultsIn(
  page: Page,
  { wanted, findings, picture }: OpenPage,
  rendering: Rendering,
): Promise<readonly string[]> {
  await renderAs(page, rendering)
  findings.looked += 1
  const broken = await findBrokenRules(page, wanted)
  const judged = rendering.isJudged ? await findFaults(page) : []
  await picture(rendering)
  return [...broken, ...judged]
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
