import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { spaced } from '../../platform/spaced.ts'
import type { LostAppWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']
const days = plural('zh', { other: '# 天' })

/** Lost apps for codes, in Chinese. */
export const zh: LostAppWords = {
  limits: {
    lostApps: '报告丢失验证码应用',
  },
  acts: {
    remove: {
      title: '开始移除丢失的验证应用',
      note: '现在不会移除任何内容：等待期开始，结束之前仍要求验证码。会立即发送邮件告知。邮件中的链接，或使用验证码或通行密钥登录，都会停止移除。',
      nothing: {
        suspended: '账号已停用：请先就此作出决定。',
        'no-app': '账号不要求验证码。',
        waits: '已有一项移除在等待。',
      },
      says: {
        done: ({ at }) => html`从 ${at} 起不再向本人要求验证码，除非有人用邮件中的链接或用验证码登录来阻止。`,
      },
    },
  },
  page: {
    link: '我丢失了手机和恢复码',
    title: '您的手机丢了吗？',
    lead: (count: number) =>
      `如果应用和恢复码都丢了，我们可以把它们从您的账号中删除。删除前会等待 ${days(count)}。`,
    steps: [
      '我们会向您发送电子邮件。请打开其中的链接，再次输入密码。',
      '然后开始等待。您会马上收到一封邮件，结束前一天会再收到一封。',
      '两封邮件里都有停止删除的链接。用验证码或通行密钥登录，也会停止删除。',
      '之后您只用密码就能登录，并可以添加新的应用。',
    ],
    why: '等待是为了保护您。知道您的密码、又能看到您邮件的人，也可能提出这个请求。',
    button: '发送邮件',
    askedBeforeTitle: '您已经申请过了吗？',
    askedBefore: [
      '等待仍在继续。我们的邮件写明了哪一天结束，里面还有停止删除的链接。',
      '如果找不到那封邮件，请在这里再申请一次。时间不变，我们会再次告诉您日期。',
      '为账号设置新密码或更换邮箱，也会停止删除。之后您需要重新申请。',
    ],
    back: '返回输入验证码',
    confirmTitle: '删除丢失的应用',
    confirmLead: (count: number) => `请输入密码。您的应用和恢复码会在 ${days(count)}后删除。`,
    confirmButton: '开始等待',
    askedTitle: '等待期已开始',
    asked: (count: number) =>
      `从您首次申请起 ${days(count)}后，我们会删除您的应用和恢复码。我们已发邮件告诉您具体时间。`,
    askedUntil: (at: Html) => html`我们会在 ${at} 删除您的应用和恢复码。我们已向您发送电子邮件通知。`,
    found: '如果您在此之前找到手机或恢复码，请用它登录。这样一切都会保留。',
    keepTitle: '保留您的验证码应用',
    keepLead: '请输入您账号的电子邮箱，以确认是您本人打开了此链接。这样您的应用就不会被删除。',
    keepWrong: '请输入收到该链接邮件的邮箱',
    keepButton: '停止删除',
    keptTitle: '您的应用会保留',
    kept: '什么都不会删除。登录时我们仍会请您输入验证码。',
    keptNext:
      '如果不是您要求删除的，说明有人知道您的密码并能读您的邮件。请在这里设置新密码，并为您的邮箱设置新密码。',
    keptButton: '设置新密码',
    waitsTitle: '您的应用将被删除',
    waits: (at: Html) => html`有人说您的手机丢失了。我们会在 ${at} 删除您的应用和恢复码。`,
    stopped: '已停止删除。我们已向您发送电子邮件通知。',
  },
  sent: {
    lead: (address: Html) => html`我们已向${spaced(address)}发送电子邮件。请打开邮件中的链接继续。`,
    within: '链接在 30 分钟内有效，且只能使用一次。',
  },
  invalid: {
    ask: { next: '请用密码重新登录。您可以在那里申请新链接。', button: '前往登录' },
    keep: { next: '删除可能已经停止。请登录查看您的应用是否还在。', button: '前往您的验证码' },
  },
  holds: { removal: { less: '停止等待中的验证应用移除', more: '开始移除验证应用，移除会先等待' } },
  events: {
    reported: () => html`有人输入了密码，并说装有应用的手机丢失了`,
    requested: () => html`有人要求删除丢失的验证码应用`,
    ordered: () => html`本服务的运营者开始删除丢失的验证码应用`,
    stopped: () => html`已停止删除验证码应用`,
    done: () => html`丢失的验证码应用和恢复码已删除`,
    reminded: () => html`已发送第二封邮件，说明丢失的验证码应用即将删除`,
  },
  letters: {
    report: ({ link }, serviceName) => ({
      subject: '请确认您丢失了手机',
      before: [
        `有人输入了您在 ${serviceName} 的账号密码，并说装有验证码应用的手机丢失了。如果是您本人操作，请打开此链接继续。目前尚未删除任何内容。`,
      ],
      steps: [{ label: '继续', link }],
      after: [
        '链接在 30 分钟内有效，且只能使用一次。',
        '如果不是您本人操作，说明有人知道您的密码：请立即设置新密码。没有验证码，任何人都无法凭它登录。',
      ],
    }),
    requested: ({ dueAt, link }, serviceName, moment) => ({
      subject: '您的验证码应用将被删除',
      before: [
        `有人（很可能是您）告诉我们，您在 ${serviceName} 的账号的验证码应用丢失了。我们将在 ${moment(dueAt)} 删除您的应用和恢复码。之后只用密码即可登录。`,
        '如果您找到了手机，或者没有提出此要求，请用此链接停止。',
      ],
      steps: [{ label: '停止删除', link }],
      after: [
        '任何人用验证码、恢复码或通行密钥登录，也会停止删除。',
        '如果不是您本人操作，说明有人知道您的密码并能读您的邮件：请为两者都设置新密码。',
      ],
    }),
    ordered: ({ dueAt, link }, serviceName, moment) => ({
      subject: '服务台将删除您的验证码应用',
      before: [
        `有人（很可能是您）告诉 ${serviceName} 的运营者，您账号的验证码应用丢失了。我们将在 ${moment(dueAt)} 删除您的应用和恢复码。之后只用密码即可登录。`,
        '如果您找到了手机，或者没有提出此要求，请用此链接停止。',
      ],
      steps: [{ label: '停止删除', link }],
      after: [
        '任何人用验证码、恢复码或通行密钥登录，也会停止删除。',
        '如果不是您本人操作，也请告知该服务的运营者：有人以您的名义联系了他们。',
      ],
    }),
    soon: ({ dueAt, link }, serviceName, moment) => ({
      subject: '您的验证码应用即将被删除',
      before: [
        `如之前所告知，我们将在 ${moment(dueAt)} 删除您在 ${serviceName} 的账号的验证码应用和恢复码。之后只用密码即可登录。`,
        '如果您找到了手机，或者没有提出此要求，请用此链接停止。',
      ],
      steps: [{ label: '停止删除', link }],
      after: [
        '任何人用验证码、恢复码或通行密钥登录，也会停止删除。',
        '如果不是您本人操作，说明有人知道您的密码并能读您的邮件：请为两者都设置新密码。',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: '您的验证码应用会保留',
      before: [
        `您在 ${serviceName} 的账号的验证码应用已停止删除，时间为 ${moment(at)}。输入密码后，我们仍会要求验证码。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    done: ({ at }, serviceName, moment) => ({
      subject: '您丢失的验证码应用已删除',
      before: [
        `等待期已结束。您在 ${serviceName} 的账号的验证码应用和恢复码已删除，时间为 ${moment(at)}。现在只用密码即可登录：请添加新的应用或通行密钥。如果是您本人操作，则无需其他操作。`,
        WAS_NOT_ME,
      ],
    }),
  },
  linkAsked: (at: Html) => html`${at}有人请求了用于移除丢失的验证码应用的邮件。`,
  findings: {
    'app-removal-waits': {
      asked: (at) => html`${at}，知道密码的人或工作人员说，用于验证码的应用已丢失。`,
      due: (at) => html`应用将于 ${at} 移除，除非有人用验证码登录，或者用邮件中的链接阻止。`,
      sooner: (command) => html`如需提前，必须核实来电者身份：${command}`,
      recoveryCode:
        '如果您有恢复码，请在要求输入验证码的地方输入：可以立即登录，移除也会停止。之后请在账号的验证码页面自行移除丢失的应用。',
      until: (at) => html`在 ${at} 之前仍然需要验证码。之后只需密码。`,
      notYou: '如果不是您请求的，请打开相关邮件中的链接。',
    },
  },
}
