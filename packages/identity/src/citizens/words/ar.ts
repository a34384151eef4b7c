import { html } from '../../platform/html.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in Arabic. */
export const ar: CitizenWords = {
  events: {
    suspended: () => html`أوقف القائمون على هذه الخدمة الحساب`,
    reinstated: () => html`فتح القائمون على هذه الخدمة الحساب من جديد`,
    suspensionEnded: () => html`انتهى إيقاف الحساب`,
    verificationRequired: () => html`طلب منك القائمون على هذه الخدمة تأكيد بريدك الإلكتروني مرة أخرى`,
    signedOut: () => html`سجّل القائمون على هذه الخدمة خروجك من كل مكان`,
    wasNotMe: () => html`أخبرتنا أن شيئًا ما لم يكن منك. سُجّل خروج الجميع، ولم تعد كلمة المرور تعمل`,
  },
}
