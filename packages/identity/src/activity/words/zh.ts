import { type Html, html } from '../../platform/html.ts'
import type { ActivityWords } from './en.ts'

/** What happened with the account, and what to do about it, in Chinese. */
export const zh: ActivityWords = {
  nav: '活动记录',
  glance: { title: '最近发生的事', all: '全部活动记录' },
  page: {
    title: '活动记录',
    lead: '您的账号发生过的事情，最新的在前。如果有不是您本人做的，请告诉我们。',
    none: '还没有任何记录。',
    older: '更早的记录',
    newest: '最新的记录',
    wasNotMe: '有些不是我做的',
    address: '网络地址',
    unknownProgram: '一个已不存在的服务',
  },
  wasNotMe: {
    title: '有其他人进入过您的账号吗？',
    lead: '如果活动记录中有您没有做过的事，请立即让所有人退出登录。之后您可以通过邮箱回来。',
    effects: [
      '所有人在这里和所有服务中都会退出登录，包括您自己。',
      '您的密码立即失效。',
      '您的通行密钥会被删除。您可以重新添加。',
      '您的验证码应用会保留，最近 3 天内仅凭密码添加的除外。如果您丢失了它们，请在登录时说明。',
    ],
    button: '全部退出登录',
    back: '不做更改',
    mail: (email: Html) => html`我们会向 ${email} 发送一个链接。您可以用它设置新密码。`,
  },
  locked: {
    title: '所有登录均已退出',
    lifetime: '链接在 30 分钟内有效。之后请重新申请。',
    again: '申请另一个链接',
    next: (email: Html) =>
      html`现在没有人登录您的账号。我们已向 ${email} 发送了一个链接：请打开它并设置新密码。`,
  },
}
