import { html } from '../../platform/html.ts'
import type { FourEyesWords } from './en.ts'

/** Acts that wait for another operator, in Arabic. */
export const ar: FourEyesWords = {
  events: {
    asked: () => html`طُلب إجراء على الحساب، وينتظر موافقة شخص آخر`,
    consented: () => html`وافق شخص آخر على الإجراء على الحساب`,
    withdrawn: () => html`سُحب الإجراء على الحساب قبل أن يوافق عليه أحد`,
  },
}
