import { type Html, html } from '../../platform/html.ts'
import { spacedBefore } from '../../platform/spaced.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Chinese. */
export const zh: OAuthWords = {
  limits: {
    tokens: '服务请求令牌',
    introspections: '服务查询令牌',
    cancellations: '没有继续前往服务',
  },
  events: {
    programConnected: (program: Html) => html`允许${spacedBefore(program)}获知账号`,
    cancelled: (program: Html) => html`没有继续前往${spacedBefore(program)}`,
    accessEnded: (program: Html) =>
      html`已退出${spacedBefore(program)}，因为可能有人复制了它对账号的访问权限`,
    programSignedOut: (program: Html) => html`已退出${spacedBefore(program)}`,
    codeBurned: (program: Html) => html`${program} 未能完成登录：它发送的代码附有错误的证明`,
  },
}
