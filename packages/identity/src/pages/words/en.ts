import { englishAccount } from './en/account.ts'
import { englishEntering } from './en/entering.ts'
import { englishForms } from './en/forms.ts'
import { englishEveryPage } from './en/frame.ts'
import { englishProblems } from './en/problems.ts'

/** All words of the pages in English. The other languages compile only with the same entries. */
export const en = {
  ...englishEveryPage,
  ...englishForms,
  ...englishEntering,
  ...englishAccount,
  ...englishProblems,
}

/** The entries of every language. */
export type Words = typeof en
