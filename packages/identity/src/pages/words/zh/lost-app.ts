import { type Html, html } from '../../../platform/html.ts'
import type { englishLostApp } from '../en/lost-app.ts'
import { plural } from '../plurals.ts'

const days = plural('zh', { other: '# 天' })

/** Lost apps for codes, and new names, in Simplified Chinese. */
export const chineseLostApp: typeof englishLostApp = {
  lostApp: {
    link: '我丢失了手机和恢复码',
    title: '您丢失了手机吗？',
    lead: (count: number) =>
      `如果您的应用和恢复码都没有了，我们可以将其删除。在此之前，我们会等待 ${days(count)}。`,
    steps: [
      '我们会向您发送电子邮件。请打开其中的链接，再次输入密码。',
      '然后等待期开始。您会立即收到一封邮件，并在结束前一天再收到一封。',
      '两封邮件中都有可以停止的链接。任何人用验证码或通行密钥登录，也会停止。',
      '之后您只用密码即可登录，并可以添加新的应用。',
    ],
    why: '我们等待，是为了不让只掌握您的密码和邮箱的人删除您的应用。',
    button: '发送邮件',
    back: '返回输入验证码',
    confirmTitle: '删除丢失的应用',
    confirmLead: (count: number) => `请输入密码。您的应用和恢复码会在 ${days(count)}后删除。`,
    confirmButton: '开始等待',
    askedTitle: '等待期已开始',
    asked: (count: number) =>
      `在您首次提出要求的 ${days(count)}后，我们会删除您的应用和恢复码。我们已向您发送邮件，说明具体时间。`,
    askedUntil: (at: Html) => html`我们会在 ${at} 删除您的应用和恢复码。我们已向您发送电子邮件通知。`,
    found: '如果您在此之前找到手机或恢复码，请用它登录。这样一切都会保留。',
    keepTitle: '保留您的验证码应用',
    keepLead: '请输入您账号的电子邮箱，以确认是您本人打开了此链接。这样您的应用就不会被删除。',
    keepWrong: '请输入收到该链接邮件的邮箱',
    keepButton: '停止删除',
    keptTitle: '您的应用会保留',
    kept: '不会删除任何内容。登录时我们仍会要求验证码。',
    keptNext:
      '如果不是您要求删除的，说明有人知道您的密码并能读您的邮件。请在这里设置新密码，并为您的邮箱设置新密码。',
    keptButton: '设置新密码',
    waitsTitle: '您的应用将被删除',
    waits: (at: Html) => html`有人说您的手机丢失了。我们会在 ${at} 删除您的应用和恢复码。`,
    stopped: '已停止删除。我们已向您发送电子邮件通知。',
  },
}
