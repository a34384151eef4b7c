import { html } from '../../platform/html.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in Chinese. */
export const zh: CitizenWords = {
  events: {
    suspended: () => html`本服务的运营者停用了账号`,
    reinstated: () => html`本服务的运营者重新开放了账号`,
    suspensionEnded: () => html`账号的停用已结束`,
    verificationRequired: () => html`本服务的运营者请您再次确认邮箱`,
    signedOut: () => html`本服务的运营者让您在所有地方退出登录`,
    wasNotMe: () => html`您告诉我们有些不是您做的。所有人都已退出登录，密码不再有效`,
  },
}
