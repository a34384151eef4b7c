import { html } from '../../platform/html.ts'
import type { InvestigationWords } from './en.ts'

/** Investigations, in Chinese. */
export const zh: InvestigationWords = {
  acts: {
    begin: {
      title: '暂不向账号持有人显示对该账号的查看',
      note: '之后“活动”页面会列出每次查看及其时间。有改动的操作会立即显示。',
      labels: { days: '持续多少天' },
      nothing: { runs: '该账号已在调查中，结束时间不会推迟。' },
    },
    end: {
      title: '结束调查',
      note: '从那时起，“活动”页面会列出所有未显示的查看。不会发送邮件。',
      nothing: { none: '该账号没有在调查中。' },
    },
  },
  events: {
    begun: () => html`本服务的运营者开始了对该账号的调查。他们的查看在调查结束后列出`,
    ended: () => html`本服务的运营者对该账号的调查已结束`,
  },
}
