import { html } from '../../platform/html.ts'
import type { RecoveryWords } from './en.ts'

/** The ways back in, in Chinese. */
export const zh: RecoveryWords = {
  events: {
    browserAdmitted: () => html`邮件中的链接允许了用新浏览器登录`,
    passwordReset: () => html`通过邮件中的链接设置了新密码。所有人都已退出登录`,
  },
}
