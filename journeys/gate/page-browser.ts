import { createBrowser } from '../../packages/program/testing/browser.ts'
import { navigate } from '../../packages/program/testing/navigate.ts'

export { navigate } from '../../packages/program/testing/navigate.ts'

/** A browser that stays on the pages of one program. It says that it opens pages, as browsers do. */
export function openPageBrowser(base: string): ReturnType<typeof createBrowser> {
  return createBrowser(base, navigate)
}
