import { html } from '../../platform/html.ts'
import type { MailedLinkWords } from './en.ts'

/** Mailed links, in Arabic. */
export const ar: MailedLinkWords = {
  events: {
    recoveryRequested: () => html`طلب شخص ما رابطًا لاختيار كلمة مرور جديدة`,
    browserLinkRequested: () => html`طلب شخص ما رابطًا لاستخدام متصفح جديد`,
    verificationRequested: () => html`أُرسل رابط لتأكيد عنوان البريد`,
    codeRefused: () => html`أدخل شخص ما رمزًا خاطئًا من رسالة بريد`,
  },
}
