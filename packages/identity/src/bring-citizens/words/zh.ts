import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Chinese. */
export const zh: BringWords = { events: { brought: () => html`您的账户已从另一项服务迁移到这里` } }
