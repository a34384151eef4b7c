import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { spaced } from '../../platform/spaced.ts'
import type { ChangeAddressWords } from './en.ts'
import { zh as findings } from './findings/zh.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']
const wholeDays = plural('zh', { other: '# 天' })
/** The setting may be 0: then the change is made when the service looks again. */
const days = (count: number) => (count === 0 ? '1 至 2 分钟' : wholeDays(count))

/** A new address for the account, in Chinese. */
export const zh: ChangeAddressWords = {
  limits: {
    newAddresses: '申请新的电子邮箱',
  },
  acts: {
    change: {
      title: '开始更改地址',
      note: '现在不会有任何更改：等待期开始，旧地址会收到邮件，其中的链接可以停止更改。等待期过后，所有会话结束，新地址必须验证。已在等待的更改会被取代。',
      labels: { to: '新的电子邮件地址' },
      nothing: { unchanged: '上一次更改仍可撤销：请等到无法撤销为止。' },
      says: {
        done: ({ days: count }) => html`${days(count)}后账号改用新邮箱，除非旧邮箱阻止。`,
        suspended: ({ days: count }) =>
          html`${days(count)}后账号改用新邮箱，除非旧邮箱阻止，或届时账号仍处于停用状态。`,
      },
      refused: { 'bad-address': '新地址不是电子邮件地址。', taken: '已有账号使用这个邮箱。' },
    },
    sendWayBack: {
      title: '再次向旧地址发送恢复链接',
      note: '只有这封邮件中的链接能停止或撤销更改，任何期限都不会延长。如果更改已经完成，也会通知新地址。您看不到链接。',
      nothing: { 'nothing-waits': '没有等待中或可以撤销的地址更改。' },
      says: { done: ({ at }) => html`旧邮箱会收到一封可换回的邮件；其中的链接在 ${at} 之前有效。` },
    },
  },
  link: '更改电子邮箱',
  lostMailbox: {
    summary: '我无法再读取此邮箱的邮件',
    steps: [
      '如果您知道密码或有通行密钥，请登录，然后在您的账号中更改邮箱。',
      '如果两者都没有，请联系本服务的运营者。他们会先核实您的身份，再更改邮箱。',
    ],
  },
  page: {
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
  },
  sent: {
    lead: (address: Html) =>
      html`我们已向${spaced(address)}发送电子邮件。请打开邮件中的链接，确认您的新邮箱。`,
    within: '链接在 24 小时内有效。',
  },
  invalid: {
    prove: { next: '请登录并前往您的账号。您可以在那里申请新链接。', button: '前往您的账号' },
    keep: {
      next: '较新的邮件中可能有另一个链接。如果您没有申请更换邮箱，请设置新密码：这也会停止仍在等待的更改。',
      button: '找回您的账号',
    },
  },
  holds: {
    waits: {
      less: '停止等待中的地址更改',
      more: '开始一次地址更改，它会先等待',
      instead: '用这次更改取代等待中的地址更改，并重新开始等待',
    },
    undoable: { less: '地址更改不能再撤销' },
  },
  events: {
    requested: () => html`发送了确认新电子邮箱的链接`,
    begun: () => html`确认了新电子邮箱，等待后才会使用`,
    stopped: () => html`停止了电子邮箱的更改`,
    changed: () => html`更改了电子邮箱`,
    givenBack: () => html`恢复了旧电子邮箱，所有人都已退出登录`,
    ordered: () => html`本服务的运营者开始更改电子邮箱`,
    wayBackSent: () => html`本服务的运营者向旧电子邮箱发送了恢复邮箱的链接`,
  },
  letters: {
    prove: ({ link }, serviceName) => ({
      subject: '请确认您的新电子邮箱',
      before: [
        `有人（可能是您本人）想将此邮箱用于 ${serviceName} 的账号。请打开此链接确认。目前尚未更改任何内容。`,
      ],
      steps: [{ label: '确认此邮箱', link }],
      after: ['链接在 24 小时内有效。', '如果不是您本人操作，则无需任何操作。'],
    }),
    taken: ({ signInAddress }, serviceName) => ({
      subject: '有人为另一个账号填写了您的邮箱',
      before: [`有人想将此邮箱用于 ${serviceName} 的另一个账号。此邮箱已有账号，因此未做任何更改。`],
      steps: [{ label: '登录', address: signInAddress }],
      after: ['如果是您本人操作，请用此邮箱登录。如果不是您本人操作，则无需任何操作。'],
    }),
    begun: ({ dueAt, newAddress, link }, serviceName, moment) => ({
      subject: '您的电子邮箱即将更改',
      before: [
        `您在 ${serviceName} 的账号自 ${moment(dueAt)} 起将使用另一个邮箱：${newAddress}。在此之前，您用此邮箱登录。如果是您本人操作，则无需任何操作。`,
        '如果不是您本人操作，请用此链接保留您的邮箱，无需密码。',
      ],
      steps: [{ label: '保留我的邮箱', link }],
      after: ['如果不是您本人操作，说明有人进入过您的账号：请同时设置新密码。'],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: '您的电子邮箱保持不变',
      before: [
        `您在 ${serviceName} 的账号的邮箱更改已停止，时间为 ${moment(at)}。您继续用此邮箱登录。`,
        WAS_NOT_ME,
      ],
    }),
    changed: ({ until, newAddress, link }, serviceName, moment) => ({
      subject: '您账号的电子邮箱已更改',
      before: [
        `您在 ${serviceName} 的账号现在使用另一个邮箱：${newAddress}。如果是您本人操作，则无需任何操作。`,
        `如果不是您本人操作，请在 ${moment(until)} 之前用此链接恢复您的邮箱。届时所有人都会退出登录，您需要设置新密码。`,
      ],
      steps: [{ label: '不是我本人操作：恢复我的邮箱', link }],
      after: ['如果不是您本人操作，请同时告知该服务的运营者。'],
    }),
    isNew: ({ at }, serviceName, moment) => ({
      subject: '您现在用此邮箱登录',
      before: [
        `您在 ${serviceName} 的账号现在使用此邮箱，时间为 ${moment(at)}。从现在起请用它登录。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    wayBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: '有人想恢复原电子邮箱',
      before: [
        `有人告诉 ${serviceName} 的运营者，此账号的邮箱本不应更改。他们已向原邮箱发送邮件，时间为 ${moment(at)}。邮件中的链接会恢复账号的原邮箱，并让所有人退出登录。`,
        '如果不是您本人操作，而邮箱是您自己更改的，请告知该服务的运营者。',
      ],
      steps: [{ label: '登录', address: signInAddress }],
    }),
    givenBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: '您的账号已恢复原电子邮箱',
      before: [
        `您在 ${serviceName} 的账号已恢复原来的邮箱，时间为 ${moment(at)}，因为有人使用了我们发到原邮箱的邮件中的链接。所有人都已退出登录。您不再用收到本邮件的邮箱登录。`,
        '如果不是您本人操作，可能有人能读取您原邮箱的邮件。请告知该服务的运营者。',
      ],
      steps: [{ label: '登录', address: signInAddress }],
    }),
    givenBackSuspended: ({ at, signInAddress }, serviceName, moment) => ({
      subject: '您的账号已归还给您，但已被停用',
      before: [
        `您在 ${serviceName} 的账号已恢复此邮箱，时间为 ${moment(at)}，因为有人使用了我们邮件中的链接。所有人都已退出登录，原密码不再有效。该服务的运营者已停用此账号，目前无人可以登录。`,
        '停用结束后，请在登录页点击“忘记密码？”。如果不是您本人操作，可能有人能读取您的邮件。请告知该服务的运营者。',
      ],
      steps: [{ label: '登录', address: signInAddress }],
    }),
  },
  findings,
}
