import { type Html, html } from '../../../platform/html.ts'
import type { englishClosing } from '../en/closing.ts'
import { plural } from '../plurals.ts'

const days = plural('zh', { other: '# 天' })

/** Closing the account, in Simplified Chinese. */
export const chineseClosing: typeof englishClosing = {
  closeAccount: {
    link: '关闭您的账号',
    title: '关闭您的账号',
    effects: [
      '要保留账号，请在此之前重新登录。',
      '到那一天，您的姓名、电子邮箱和电话号码会在这里删除。没有人能恢复它们。',
      '您不能再用这个账号登录任何服务。',
      '各个服务会保留它们所知道的关于您的信息。请要求每个服务删除。',
    ],
    copy: '您想先要一份副本吗？',
    kept: '您曾请求关闭账号，之后又重新登录。所以账号保持开放。',
    proveLead: '要关闭您的账号，请输入密码或使用通行密钥。确认在 5 分钟内有效。',
    button: '关闭我的账号',
    back: '保留我的账号',
    lead: (count: number) => `您会立即在所有地方退出登录。${days(count)}之后，账号会永久关闭。`,
  },
  closingAsked: {
    title: '您的账号将被关闭',
    wayBack: '如果您改变主意，请在此之前登录：这样账号保持开放。我们已就此向您发送了邮件。',
    button: '登录并保留账号',
    when: (at: Html) => html`您已在所有地方退出登录。账号将于 ${at} 关闭。`,
  },
}
