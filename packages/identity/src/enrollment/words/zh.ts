import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in Chinese. */
export const zh: EnrollmentWords = {
  events: {
    accountCreated: () => html`创建了账号`,
    forExistingAccount: () => html`有人想用这个账号的邮箱创建新账号。没有任何更改`,
  },
}
