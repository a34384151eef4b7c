import { html } from '../../platform/html.ts'
import type { MailedLinkWords } from './en.ts'

/** Mailed links, in Chinese. */
export const zh: MailedLinkWords = {
  events: {
    recoveryRequested: () => html`有人申请了用来设置新密码的链接`,
    browserLinkRequested: () => html`有人申请了用来使用新浏览器的链接`,
    verificationRequested: () => html`发送了用来确认电子邮箱的链接`,
    codeRefused: () => html`有人输入了邮件中的错误验证码`,
  },
}
