import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { shapeOf } from '../../packages/identity/src/pages/page-shape.fixture.ts'

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

/** What axe finds of that which colours and the size of the window change, where the rest was judged in another look. */
export const findFaultsOfLook = (page: Page): Promise<readonly string[]> =>
  find(page, {
    type: 'rule',
    values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  })

/** The same for level AAA. */
export const findRemarks = (page: Page): Promise<readonly string[]> => findBy(page, LISTED)

/** The pages that were judged without a fault in this process, by what they are without their words. */
const judged = new Set<string>()

/**
 * What every rule finds that bars somebody from a page: what axe calls serious and critical. A page that differs only in its
 * words from one that was judged before is not judged again, because that takes longer than the way to it.
 */
export async function findGraveFaults(page: Page): Promise<readonly string[]> {
  const look = await page.evaluate<string>(
    "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches].join()",
  )
  const shape = `${look} ${shapeOf(await page.content())}`
  if (judged.has(shape)) return []
  await loadAxe(page)
  const found = await page.evaluate<
    readonly string[]
  >(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
  if (found.length === 0) judged.add(shape)
  return found.map((fault) => `${page.url()}: ${fault}`)
}

const findBy = (page: Page, values: readonly string[], rules: object = {}): Promise<readonly string[]> =>
  find(page, { type: 'tag', values }, rules)

function find(page: Page, runOnly: object, rules: object = {}): Promise<readonly string[]> {
  const options = { runOnly, rules, resultTypes: ['violations'] }
  return page.evaluate(`document.getAnimations().forEach((one) => one.finish())
    axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}
