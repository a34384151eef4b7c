import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in Chinese. */
export const zh: OperatorWords = {
  holds: { operator: { less: '本人不再是控制台的操作员' } },
  events: {
    added: () => html`本人成为控制台的操作员`,
    changed: () => html`本人在控制台的名称或角色已更改`,
    removed: () => html`本人不再是控制台的操作员`,
    refused: () => html`控制台拒绝了此账号的请求`,
    formRefused: () => html`其他网站的页面把此账号的浏览器引到控制台，没有执行任何操作`,
    looksSpent: () => html`本人想在一小时内查看的账号超过了上限`,
  },
}
