import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ClosingWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']

const days = plural('zh', { other: '# 天' })

/** Closing the account, in Chinese. */
export const zh: ClosingWords = {
  limits: {
    closings: '申请关闭账号',
  },
  link: '关闭您的账号',
  page: {
    title: '关闭您的账号',
    effects: [
      '要保留账号，请在此之前重新登录。',
      '到那一天，您的姓名、电子邮箱和电话号码会在这里删除。没有人能恢复它们。',
      '您不能再用这个账号登录任何服务。',
      '各个服务会保留它们所知道的关于您的信息。请要求每个服务删除。',
    ],
    copy: '您想先要一份副本吗？',
    kept: '您曾请求关闭账号，之后又重新登录。所以账号保持开放。',
    proveLead: '要关闭您的账号，请输入密码或使用通行密钥。确认在 5 分钟内有效。',
    button: '关闭我的账号',
    back: '保留我的账号',
    lead: (count: number) => `您会立即在所有地方退出登录。${days(count)}之后，账号会永久关闭。`,
  },
  asked: {
    title: '您的账号将被关闭',
    wayBack: '如果您改变主意，请在此之前登录：这样账号保持开放。我们已就此向您发送了邮件。',
    button: '登录并保留账号',
    when: (at: Html) => html`您已在所有地方退出登录。账号将于 ${at} 关闭。`,
  },
  lost: {
    title: '您请求过关闭账号吗？',
    sentences: [
      '在您等待期间以及之后的两周内，账号保持开放。我们会通过邮件告诉您日期。',
      '要保留账号，请在那一天之前登录。否则我们会关闭它。',
    ],
  },
  holds: { closing: { less: '停止等待中的账号关闭' } },
  events: {
    requested: () => html`因为有人请求关闭账号，所有人都已退出登录`,
    calledOff: () => html`有人重新登录了，所以账号保持开放`,
  },
  letters: {
    requested: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: '您的账号即将被关闭',
      before: [
        `您请求关闭您在 ${serviceName} 的账号。您已在所有地方退出登录，账号将于 ${moment(dueAt)} 永久关闭。`,
        '如果不是您本人操作，或者您改变了主意，请在此之前登录：这样账号保持开放。如果不是您本人操作，请同时更改密码。',
      ],
      steps: [{ label: '登录并保留账号', address: signInAddress }],
    }),
    putOff: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: '您的账号会延长开放',
      before: [
        `您曾请求关闭您在 ${serviceName} 的账号。现在您说手机丢失了。为了让您能重新登录，我们会推迟到 ${moment(dueAt)} 才关闭账号。`,
        '如果您想保留账号，请在此之前登录。',
        '如果不是您本人操作，说明有人知道您的密码并能读您的邮件：请为两者都设置新密码。',
      ],
      steps: [{ label: '登录并保留账号', address: signInAddress }],
    }),
    calledOff: ({ at }, serviceName, moment) => ({
      subject: '您的账号保持开放',
      before: [
        `您曾请求关闭您在 ${serviceName} 的账号。此后有人登录或设置了新密码。所以我们不会关闭它（${moment(at)}）。如果是您本人操作，并且仍想关闭账号，请登录后再次提出请求。`,
        WAS_NOT_ME,
      ],
    }),
    closed: ({ registerAddress }, serviceName) => ({
      subject: '您的账号已按您的请求关闭',
      before: [
        `您在 ${serviceName} 的账号已按您的请求关闭。您的姓名、电子邮箱和电话号码已在那里删除。这是我们的最后一封邮件。`,
        '如果不是您本人操作，请告诉本服务的运营者。您可以随时用同一个邮箱创建新账号；它与旧账号无关。',
      ],
      steps: [{ label: '创建新账号', address: registerAddress }],
    }),
  },
  findings: {
    'closing-waits': {
      asked: (at) => html`${at}，有人请求关闭账号，账号因此已在所有地方退出登录。`,
      due: (at) => html`账号将于 ${at} 关闭。`,
      who: '您请求过关闭账号，或者知道您密码的人请求过。',
      stay: (at) => html`请在 ${at} 之前登录，账号就会保持开放。如果不是您本人申请的，之后请设置新密码。`,
    },
  },
}
