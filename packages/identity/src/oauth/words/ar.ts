import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Arabic. */
export const ar: OAuthWords = {
  limits: {
    tokens: 'طلبات الرموز من الخدمات',
    introspections: 'استعلامات الخدمات عن الرموز',
    cancellations: 'خدمات لم يتابع أحد إليها',
  },
  events: {
    programConnected: (program: Html) => html`سُمح لـ ${program} بمعرفة الحساب`,
    cancelled: (program: Html) => html`من دون متابعة إلى ${program}`,
    accessEnded: (program: Html) => html`تسجيل الخروج من ${program}، فربما نسخ شخص ما إذن الوصول إلى الحساب`,
    programSignedOut: (program: Html) => html`تسجيل الخروج من ${program}`,
    codeBurned: (program: Html) => html`لم يستطع ${program} إتمام الدخول: أرسل رمزًا بإثبات خاطئ`,
  },
}
