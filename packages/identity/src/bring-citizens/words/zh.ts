import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Chinese. */
export const zh: BringWords = {
  events: {
    brought: () => html`账号已从另一项服务迁移到这里`,
    invited: () => html`已用邮件告知账号现在在这里`,
  },
  letters: {
    moved: ({ keepsPassword, address, movedFrom }, serviceName) => {
      const from = movedFrom === undefined ? '同一机构的另一项服务' : ` ${movedFrom} `
      return {
        subject: '您的账号已经迁移',
        before: [
          `您曾在${from}拥有账号。运营机构已将该账号迁移到 ${serviceName}，今后请在那里登录。`,
          keepsPassword
            ? '请用此邮箱和您一直使用的密码登录。'
            : '您的旧密码无法迁移。如需设置新密码，请在我们的忘记密码页面输入此邮箱，我们会向您发送链接。',
          '为此您不需要此邮件中的链接：您也可以自己在浏览器中输入下方的网址。',
        ],
        steps: [{ label: keepsPassword ? '登录' : '设置新密码', address }],
        after: ['如果您没有申请该账号，请告诉本服务的运营者，无需其他操作。'],
      }
    },
  },
  findings: {
    'account-moved': {
      brought: (at) => html`账号于 ${at} 来自另一个系统。还没有人在这里登录过。`,
      invited: (at) => html`${at}，已用邮件告知本人。`,
      notInvited: '还没有邮件告知本人。',
      late: '邮件未能及时发送。',
      tell: '您的账号已从另一项服务迁移到这里。',
      withPassword: '请用您的邮箱和在那里使用的密码登录。',
      withoutPassword: '请在登录页点击“忘记密码？”，并用邮件中的链接设置新密码。',
    },
  },
}
