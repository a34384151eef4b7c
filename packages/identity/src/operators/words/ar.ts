import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in Arabic. */
export const ar: OperatorWords = {
  holds: { operator: { less: 'لن يعود لصاحب الحساب دخول إلى لوحة الإدارة' } },
  events: {
    added: () => html`أصبح لصاحب الحساب دخول إلى لوحة الإدارة`,
    changed: () => html`تغيّر اسم صاحب الحساب أو دوره في لوحة الإدارة`,
    removed: () => html`لم يعد لصاحب الحساب دخول إلى لوحة الإدارة`,
    refused: () => html`رفضت لوحة الإدارة شيئًا لهذا الحساب`,
    formRefused: () => html`قادت صفحة من موقع آخر متصفح هذا الحساب إلى لوحة الإدارة، ولم يُنفَّذ شيء`,
    looksSpent: () => html`أراد صاحب الحساب الاطلاع خلال ساعة على حسابات أكثر من المسموح`,
  },
}
