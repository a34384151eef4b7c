import { arabicAccount } from './ar/account.ts'
import { arabicEntering } from './ar/entering.ts'
import { arabicForms } from './ar/forms.ts'
import { arabicEveryPage } from './ar/frame.ts'
import { arabicProblems } from './ar/problems.ts'
import type { Words } from './en.ts'

/** Every word on the pages in Arabic. */
export const ar: Words = {
  ...arabicEveryPage,
  ...arabicForms,
  ...arabicEntering,
  ...arabicAccount,
  ...arabicProblems,
}
