import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in Arabic. */
export const ar: EnrollmentWords = {
  events: {
    accountCreated: () => html`أُنشئ الحساب`,
    forExistingAccount: () => html`طلب شخص ما حسابًا جديدًا بالبريد الإلكتروني لهذا الحساب. لم يتغير شيء`,
  },
}
