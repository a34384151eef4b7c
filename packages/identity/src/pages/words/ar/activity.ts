import { html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in Arabic. */
export const arabicActivity: typeof englishActivity = {
  activity: {
    did: {
      'lost-app-reported': () => html`أدخل شخص ما كلمة المرور وقال إن الهاتف الذي عليه التطبيق مفقود`,
      'app-removal-requested': () => html`طُلبت إزالة تطبيقات الرموز المفقودة`,
      'app-removal-stopped': () => html`أُوقفت إزالة تطبيقات الرموز`,
      'app-removal-done': () => html`أُزيلت تطبيقات الرموز المفقودة ورموز الاسترداد`,
    },
  },
}
