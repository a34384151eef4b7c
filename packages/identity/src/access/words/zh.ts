import { type Html, html } from '../../platform/html.ts'
import { spacedBefore } from '../../platform/spaced.ts'
import type { AccessWords } from './en.ts'

/** Sessions and programs, in Chinese. */
export const zh: AccessWords = {
  events: {
    signedOut: () => html`退出登录`,
    sessionEnded: () => html`一处登录已退出`,
    otherSessionsEnded: () => html`其他所有登录都已退出`,
    sessionsEndedByPassword: () => html`因为密码已更改，其他所有登录都已退出`,
    sessionDisplaced: () => html`退出登录，因为有其他人在同一个浏览器中登录`,
    programEntered: (program: Html) => html`登录到${spacedBefore(program)}`,
  },
}
