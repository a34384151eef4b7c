import { html } from '../../platform/html.ts'
import type { AuditLogWords } from './en.ts'

/** What operators read, in Chinese. */
export const zh: AuditLogWords = {
  events: {
    operatorLooked: () => html`本服务的运营者查看了账号`,
    operatorRefused: () => html`拒绝了一名运营者对账号的操作`,
  },
}
