import type { Words } from './en.ts'
import { frenchAccount } from './fr/account.ts'
import { frenchEntering } from './fr/entering.ts'
import { frenchForms } from './fr/forms.ts'
import { frenchEveryPage } from './fr/frame.ts'
import { frenchProblems } from './fr/problems.ts'

/** Every word on the pages in French. */
export const fr: Words = {
  ...frenchEveryPage,
  ...frenchForms,
  ...frenchEntering,
  ...frenchAccount,
  ...frenchProblems,
}
