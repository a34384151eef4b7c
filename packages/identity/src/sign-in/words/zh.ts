import { html } from '../../platform/html.ts'
import type { SignInWords } from './en.ts'

/** Signing in, in Chinese. */
export const zh: SignInWords = {
  events: {
    signedIn: () => html`用密码登录`,
    signedInWithPasskey: () => html`用通行密钥登录`,
    signedInWithCode: () => html`用密码和验证码登录`,
    failed: () => html`一次登录尝试失败`,
    slowed: () => html`错误的密码或验证码过多，下一次尝试需要等待`,
    passwordWrong: () => html`在这个账号的页面上输入了错误的密码`,
    codeWrong: () => html`有人输入了密码和错误的验证码`,
    closedToBrowser: () => html`多次输入错误密码之后，新浏览器需要邮件中的链接才能登录`,
    hashReplaced: () => html`首次使用了来自原系统的密码，并以新的形式保存`,
  },
}
