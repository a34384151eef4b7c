import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Chinese. */
export const zh: BringWords = { events: { brought: () => html`账号已从另一项服务迁移到这里` } }
