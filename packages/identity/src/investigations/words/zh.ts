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
      says: {
        done: ({ at }) => html`账号正在调查中：“活动”页面在 ${at} 之前不显示任何查看，届时会列出全部。`,
      },
      refused: { 'bad-days': (most) => `天数必须是 1 到 ${most} 的整数。` },
    },
    end: {
      title: '结束调查',
      note: '从那时起，“活动”页面会列出所有未显示的查看。不会发送邮件。',
      nothing: { none: '该账号没有在调查中。' },
      says: {
        done: '账号不再处于调查中；“活动”页面会列出每次查看。',
        already: '账号没有在调查中；没有任何更改。',
      },
    },
  },
  holds: {
    looks: {
      less: '本人会看到之前未显示的每一次查看',
      more: (_, end, when) => html`在 ${when(end)} 之前本人看不到任何查看，届时会看到全部`,
    },
  },
  events: {
    begun: () => html`本服务的运营者开始了对该账号的调查。他们的查看在调查结束后列出`,
    ended: () => html`本服务的运营者对该账号的调查已结束`,
  },
}
