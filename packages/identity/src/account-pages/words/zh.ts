import { type Html, html } from '../../platform/html.ts'
import { spacedBefore } from '../../platform/spaced.ts'
import type { AccountWords } from './en.ts'

/** The pages of the account, in Chinese. */
export const zh: AccountWords = {
  limits: {
    passwordChanges: '更改密码',
    profileChanges: '更改姓名、电话或语言',
  },
  events: {
    passwordChanged: () => html`密码已更改`,
    profileChanged: () => html`姓名或电话号码已更改`,
    emailVerified: () => html`电子邮箱已确认`,
    programDisconnected: (program: Html) => html`已断开${spacedBefore(program)}`,
  },
}
