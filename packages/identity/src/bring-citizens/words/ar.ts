import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Arabic. */
export const ar: BringWords = { events: { brought: () => html`نُقل الحساب إلى هنا من خدمة أخرى` } }
