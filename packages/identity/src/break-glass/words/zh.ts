import { html } from '../../platform/html.ts'
import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in Chinese. */
export const zh: BreakGlassWords = {
  events: {
    made: () => html`生成了一个代码，可以本人名义打开运维台一次`,
    used: () => html`有人用代码以本人名义打开了运维台，没有登录`,
    refused: () => html`以本人名义打开运维台的代码被拒绝`,
    ended: () => html`无需登录进入运维台的方式提前结束`,
  },
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: '现在无需登录即可进入运维台',
      before: [
        `有人在${serviceName}的服务器上生成了一个代码，无需登录即可以一位工作人员的名义打开运维台。该代码只能使用一次，并将于${moment(endsAt)}失效。`,
        '这种代码只用于所有人都无法登录的那一小时。每位工作人员都会收到这封邮件。审计中写明了是谁生成的代码以及原因，在失效之前，运维台的每个页面都会显示它。',
        '如果不是您本人操作，也没有人告诉您为什么需要它，那么可能有人控制了服务器。请在服务器上终止它：portico operator remove 会移除该代码所对应的工作人员，代码也随之失效。',
      ],
      steps: [{ label: '登录', address: signInAddress }],
    }),
  },
}
