import { type Html, html } from '../../platform/html.ts'
import type { FactorWords } from './en.ts'

/** What is the same for everything that signs in beside the password, in Arabic. */
export const ar: FactorWords = {
  added: 'تاريخ الإضافة',
  lastUsed: 'آخر استخدام',
  never: 'لم يُستخدم بعد',
  remove: (name: Html) => html`إزالة ${name}`,
  sure: 'هل تريد إزالته؟',
  open: (name: Html) => html`تغيير اسم ${name}`,
  label: 'الاسم الجديد',
  rename: 'تغيير الاسم',
}
