import { html } from '../../platform/html.ts'
import type { SignInWords } from './en.ts'

/** Signing in, in Arabic. */
export const ar: SignInWords = {
  events: {
    signedIn: () => html`تسجيل الدخول بكلمة المرور`,
    signedInWithPasskey: () => html`تسجيل الدخول بمفتاح مرور`,
    signedInWithCode: () => html`تسجيل دخول بكلمة المرور ورمز`,
    failed: () => html`فشلت محاولة لتسجيل الدخول`,
    slowed: () => html`بعد كلمات مرور أو رموز خاطئة كثيرة، على المحاولة التالية الانتظار`,
    passwordWrong: () => html`أُدخلت كلمة مرور خاطئة في صفحة من هذا الحساب`,
    codeWrong: () => html`أدخل شخص ما كلمة المرور ورمزًا خاطئًا`,
    closedToBrowser: () => html`بعد كلمات مرور خاطئة كثيرة، تحتاج المتصفحات الجديدة إلى رابط مرسل بالبريد`,
    hashReplaced: () => html`استُخدمت كلمة المرور من النظام السابق لأول مرة، وحُفظت بصيغة جديدة`,
  },
}
