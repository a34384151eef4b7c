import type { Words } from './en.ts'
import { chineseAccount } from './zh/account.ts'
import { chineseEntering } from './zh/entering.ts'
import { chineseForms } from './zh/forms.ts'
import { chineseEveryPage } from './zh/frame.ts'
import { chineseProblems } from './zh/problems.ts'

/** Every word on the pages in Chinese. */
export const zh: Words = {
  ...chineseEveryPage,
  ...chineseForms,
  ...chineseEntering,
  ...chineseAccount,
  ...chineseProblems,
}
