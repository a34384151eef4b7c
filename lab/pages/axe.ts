import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** The rules that must hold: WCAG 2.2 A and AA, and the best practices of axe. */
const MUST = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that are only listed. */
const LISTED = ['wcag2aaa', 'wcag21aaa', 'wcag22aaa']

/** The page loads axe once and is judged in each rendering: `AxeBuilder` would load it anew for each. */
const AXE = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source as string

/** Gives a page the means to judge itself. Once for each page that is opened. */
export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(AXE)

/** What axe finds in a page as it is shown now, when no colour is on its way to another. */
export const findFaults = (page: Page): Promise<readonly string[]> => findBy(page, MUST)

/** The same for level AAA. */
export const findRemarks = (page: Page): Promise<readonly string[]> => findBy(page, LISTED)

function findBy(page: Page, values: readonly string[]): Promise<readonly string[]> {
  const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }
  return page.evaluate(`document.getAnimations().forEach((one) => one.finish())
    axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}
