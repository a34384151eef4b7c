import { englishAccount } from './en/account.ts'
import { englishEntering } from './en/entering.ts'
import { englishForms } from './en/forms.ts'
import { englishEveryPage } from './en/frame.ts'
import { englishProblems } from './en/problems.ts'

/** Every word on the pages in English; the other languages have to say the same things to compile. */
export const en = {
  ...englishEveryPage,
  ...englishForms,
  ...englishEntering,
  ...englishAccount,
  ...englishProblems,
}

/** The words that every language has. */
export type Words = typeof en
