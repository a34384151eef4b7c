import { type Html, html } from '../../platform/html.ts'
import type { AccountWords } from './en.ts'

/** The pages of the account, in Arabic. */
export const ar: AccountWords = {
  limits: {
    passwordChanges: 'تغييرات كلمة المرور',
    profileChanges: 'تغييرات الاسم أو الهاتف أو اللغة',
  },
  events: {
    passwordChanged: () => html`تغيرت كلمة المرور`,
    profileChanged: () => html`تغير الاسم أو رقم الهاتف`,
    emailVerified: () => html`أُكد عنوان البريد`,
    programDisconnected: (program: Html) => html`قُطع اتصال ${program}`,
  },
}
