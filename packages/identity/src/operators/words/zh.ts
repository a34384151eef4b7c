import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in Chinese. */
export const zh: OperatorWords = {
  holds: { operator: { less: '本人不再是运维台的操作员' } },
  events: {
    added: () => html`本人成为运维台的操作员`,
    changed: () => html`本人在运维台的名称或角色已更改`,
    removed: () => html`本人不再是运维台的操作员`,
    refused: () => html`运维台拒绝了此账号的请求`,
    formRefused: () => html`其他网站的页面把此账号的浏览器引到运维台，没有执行任何操作`,
    looksSpent: () => html`本人想在一小时内查看的账号超过了上限`,
  },
}
