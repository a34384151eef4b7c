import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in Arabic. */
export const ar: OperatorWords = {
  holds: { operator: { less: 'لن يعود لصاحب الحساب دخول إلى لوحة التشغيل' } },
  events: {
    added: () => html`أصبح لصاحب الحساب دخول إلى لوحة التشغيل`,
    changed: () => html`تغيّر اسم صاحب الحساب أو دوره في لوحة التشغيل`,
    removed: () => html`لم يعد لصاحب الحساب دخول إلى لوحة التشغيل`,
    refused: () => html`رفضت لوحة التشغيل شيئًا لهذا الحساب`,
    formRefused: () => html`قادت صفحة من موقع آخر متصفح هذا الحساب إلى لوحة التشغيل، ولم يُنفَّذ شيء`,
    looksSpent: () => html`أراد صاحب الحساب الاطلاع خلال ساعة على حسابات أكثر من المسموح`,
  },
}
