import { englishAccount } from './en/account.ts'
import { englishActivity } from './en/activity.ts'
import { englishEntering } from './en/entering.ts'
import { englishForms } from './en/forms.ts'
import { englishEveryPage } from './en/frame.ts'
import { englishLostApp } from './en/lost-app.ts'
import { englishProblems } from './en/problems.ts'

/** All words of the pages in English. The other languages compile only with the same entries. */
export const en = {
  ...englishEveryPage,
  ...englishForms,
  ...englishEntering,
  ...englishAccount,
  ...englishActivity,
  ...englishLostApp,
  ...englishProblems,
}

/** The entries of every language. */
export type Words = typeof en
