import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** The rules that must hold: WCAG 2.2 A and AA, and the best practices of axe. */
const MUST = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that are only listed. */
const LISTED = ['wcag2aaa', 'wcag21aaa', 'wcag22aaa']

/** The page loads axe once and is judged in each rendering: `AxeBuilder` would load it anew for each. */
const AXE = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source as string

/** Gives a document the means to judge itself, if it has none yet. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE)
}

/** What axe finds in a page as it is shown now, when no colour is on its way to another. */
export const findFaults = (page: Page): Promise<readonly string[]> => findBy(page, MUST)

/** The same without contrast, which another language does not change and which takes most of the time. */
export const findFaultsOfWords = (page: Page): Promise<readonly string[]> =>
  findBy(page, MUST, { 'color-contrast': { enabled: false } })

/** The same for level AAA. */
export const findRemarks = (page: Page): Promise<readonly string[]> => findBy(page, LISTED)

/** What every rule finds that bars somebody from a page: what axe calls serious and critical. */
export async function findGraveFaults(page: Page): Promise<readonly string[]> {
  await loadAxe(page)
  const found = await page.evaluate<
    readonly string[]
  >(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
  return found.map((fault) => `${page.url()}: ${fault}`)
}

function findBy(page: Page, values: readonly string[], rules: object = {}): Promise<readonly string[]> {
  const options = { runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] }
  return page.evaluate(`document.getAnimations().forEach((one) => one.finish())
    axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}
