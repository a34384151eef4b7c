import { germanAccount } from './de/account.ts'
import { germanEntering } from './de/entering.ts'
import { germanForms } from './de/forms.ts'
import { germanEveryPage } from './de/frame.ts'
import { germanProblems } from './de/problems.ts'
import type { Words } from './en.ts'

/** Every word on the pages in German. */
export const de: Words = {
  ...germanEveryPage,
  ...germanForms,
  ...germanEntering,
  ...germanAccount,
  ...germanProblems,
}
