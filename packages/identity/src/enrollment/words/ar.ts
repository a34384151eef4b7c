import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in Arabic. */
export const ar: EnrollmentWords = {
  events: {
    accountCreated: () => html`أنشأت هذا الحساب`,
    forExistingAccount: () => html`طلب شخص ما حسابًا جديدًا ببريدك الإلكتروني. لم يتغير شيء`,
  },
}
