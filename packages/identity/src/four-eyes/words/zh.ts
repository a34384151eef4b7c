import { html } from '../../platform/html.ts'
import type { FourEyesWords } from './en.ts'

/** Acts that wait for another operator, in Chinese. */
export const zh: FourEyesWords = {
  events: {
    asked: () => html`有人申请对此账号执行操作，等待其他操作员批准`,
    consented: () => html`其他操作员批准了对此账号的操作`,
    withdrawn: () => html`对此账号的操作在批准之前已撤回`,
  },
}
