import { html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in Simplified Chinese. */
export const chineseActivity: typeof englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () => html`有人输入了密码，并说装有应用的手机丢失了`,
      'app-removal-requested': () => html`有人要求删除您丢失的验证码应用`,
      'app-removal-stopped': () => html`已停止删除您的验证码应用`,
      'app-removal-done': () => html`您丢失的验证码应用和恢复码已删除`,
    },
  },
}
