import { html } from '../../platform/html.ts'
import type { RecoveryWords } from './en.ts'

/** The ways back in, in Arabic. */
export const ar: RecoveryWords = {
  events: {
    browserAdmitted: () => html`سمح رابط من رسالة بريد بتسجيل الدخول بمتصفح جديد`,
    passwordReset: () => html`اختيرت كلمة مرور جديدة برابط مرسل بالبريد. سُجّل خروج الجميع`,
  },
}
