import type { Words } from './en.ts'
import { spanishAccount } from './es/account.ts'
import { spanishEntering } from './es/entering.ts'
import { spanishForms } from './es/forms.ts'
import { spanishEveryPage } from './es/frame.ts'
import { spanishProblems } from './es/problems.ts'

/** Every word on the pages in Spanish. */
export const es: Words = {
  ...spanishEveryPage,
  ...spanishForms,
  ...spanishEntering,
  ...spanishAccount,
  ...spanishProblems,
}
