import { type Html, html } from '../../../platform/html.ts'
import type { englishChangeAddress } from '../en/change-address.ts'
import { plural } from '../plurals.ts'

const days = plural('zh', { other: '# 天' })

/** A new address for the account, in Simplified Chinese. */
export const chineseChangeAddress: typeof englishChangeAddress = {
  changeAddress: {
    link: '更改电子邮箱',
    title: '更改您的电子邮箱',
    now: '您当前的邮箱',
    lead: (count: number) =>
      `我们会向新邮箱发送邮件。您打开其中的链接后，我们会等待 ${days(count)}。在此之前，请用旧邮箱登录。`,
    label: '新电子邮箱',
    hint: '我们会向此邮箱发送链接和验证码。',
    button: '发送链接',
    back: '返回您的账号',
    same: '请输入另一个邮箱：这已是您账号的邮箱',
    proveLead: '要更改您的邮箱，请输入密码或使用通行密钥。确认在 5 分钟内有效。',
    waitsTitle: '您的邮箱即将更改',
    waits: (email: Html, at: Html) =>
      html`自 ${at} 起，您用 ${email} 登录。如果您再申请另一个邮箱，它将取代此邮箱。`,
    stopButton: '保留旧邮箱',
    stopped: '您的邮箱保持不变。我们已就此向您发送邮件。',
    undoOpen: (at: Html) => html`您的邮箱已更改。在 ${at} 之前，可以通过旧邮箱撤销更改。之后您可以再次更改。`,
    confirmTitle: '确认您的新邮箱',
    confirmLead: (email: Html) => html`新邮箱是 ${email}。请输入您账号的旧邮箱，以表明此链接由您本人打开。`,
    confirmNext: (count: number) => `之后我们会等待 ${days(count)}。`,
    oldLabel: '旧电子邮箱',
    confirmWrong: '请输入您现在登录所用的邮箱',
    confirmButton: '确认新邮箱',
    askedTitle: '您的新邮箱已确认',
    asked: (count: number) => `我们会等待 ${days(count)}，之后您用新邮箱登录。在此之前，请使用旧邮箱。`,
    askedNext: '我们已向旧邮箱发送邮件。您可以通过该邮件或在您的账号中停止更改。',
    askedButton: '前往您的账号',
    keepTitle: '保留您的电子邮箱',
    keepLead: '请输入收到该邮件的邮箱。这样您的邮箱就不会更改。',
    undoLead:
      '请输入收到该邮件的邮箱。这样它会重新成为您账号的邮箱。所有人都会退出登录，我们会向您发送设置新密码的链接。',
    keepWrong: '请输入收到链接邮件的邮箱',
    keepButton: '保留此邮箱',
    undoButton: '恢复此邮箱',
    keptTitle: '您的邮箱保持不变',
    kept: '您用此邮箱登录。如果它已被更改，则所有人都已退出登录，我们已向您发送设置新密码的链接。',
    keptNext: '如果您没有申请更改邮箱，说明有人进入过您的账号。请设置新密码。',
    keptButton: '设置新密码',
    lostMailbox: '我无法再读取此邮箱的邮件',
    lostMailboxSteps: [
      '如果您知道密码或有通行密钥，请登录，然后在您的账号中更改邮箱。',
      '如果两者都没有，请联系本服务的运营者。他们会先核实您的身份，再更改邮箱。',
    ],
  },
}
