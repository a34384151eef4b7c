import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { spaced, spacedBefore } from '../../platform/spaced.ts'
import type { AccessWords } from './en.ts'

const browsers = plural('zh', { other: '# 个浏览器' })

/** Sessions and programs, in Chinese. */
export const zh: AccessWords = {
  holds: {
    sessions: { less: plural('zh', { other: '结束 # 个会话' }) },
    grants: { less: plural('zh', { other: '结束对 # 项服务的访问' }) },
    connections: { less: plural('zh', { other: '清除对 # 项服务的授权' }) },
  },
  events: {
    signedOut: () => html`退出登录`,
    sessionEnded: () => html`一处登录已退出`,
    otherSessionsEnded: () => html`其他所有登录都已退出`,
    sessionsEndedByPassword: () => html`因为密码已更改，其他所有登录都已退出`,
    sessionDisplaced: () => html`退出登录，因为有其他人在同一个浏览器中登录`,
    programEntered: (program: Html) => html`登录到${spacedBefore(program)}`,
  },
  findings: {
    'program-disabled': {
      found: (program) => html`已连接的服务${spaced(program)}已停用：谁都无法进入。`,
      mayDo: (command) => html`查看原因：${command}`,
      closed: (program) => html`${program} 目前对所有人关闭。`,
      others: '您的账号没有变化，其他服务可以正常使用。',
    },
    'signed-in': {
      found: (count, at) => html`此账号已在 ${browsers(count)}中登录，最近一次使用是在 ${at}。`,
      tell: (count) => `您已在 ${browsers(count)}中登录。`,
      somebody: (count) => `有人已在 ${browsers(count)}中登录此账号。`,
      notYours: '如果不是您本人，请打开“您的登录位置”页面，点击“退出所有其他登录”，并更改密码。',
    },
    'signed-in-nowhere': {
      found: '此人目前没有在任何地方登录。',
      tell: '您目前没有在任何地方登录。',
      again: '请重新登录。',
    },
  },
}
