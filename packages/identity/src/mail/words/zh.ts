import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']

const MORE_SIGN_INS =
  '过去一小时内有多次这样的登录。接下来一小时内如再有此类登录，可能不会逐一发送邮件。您账号的“活动记录”页面会列出全部登录。'

const waits = plural('zh', { other: '发往此邮箱的 # 封邮件在等待，最早的始于' })
const others = plural('zh', { other: '发往其他邮箱的 # 封邮件也在等待' })

/** The letters in Simplified Chinese. */
export const zh: LetterWords = {
  language: 'zh-Hans',
  direction: 'ltr',
  greeting: (name) => (name === undefined ? '您好：' : `${name}，您好：`),
  colon: '：',
  code: '或者在您请求此邮件的页面上输入此验证码。请勿告诉任何人，也不要告诉我们。',
  links: { help: '帮助', privacy: '隐私', accessibility: '无障碍声明' },
  footer: (serviceName) =>
    `此邮件由 ${serviceName} 自动发送。我们绝不会通过电子邮件、短信或电话索要您的密码。`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: '请确认您的电子邮箱',
      before: [`有人（可能是您本人）用此邮箱在 ${serviceName} 申请账号。请打开此链接，确认邮箱并设置密码。`],
      steps: [{ label: '设置密码', address: link.reveal() }],
      after: ['链接在 24 小时内有效。', '如果您没有申请账号，则无需任何操作：不打开链接，就不会创建账号。'],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: '您已有账号',
      before: [`有人（可能是您本人）用此邮箱在 ${serviceName} 申请账号。您已有账号，该账号未做任何更改。`],
      steps: [
        { label: '登录', address: signInAddress },
        { label: '如果忘记了密码，请设置新密码', address: recoverAddress },
      ],
      after: ['如果不是您本人操作，则无需任何操作。'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: '请设置新密码',
      before: [`有人（可能是您本人）申请为您在 ${serviceName} 的账号设置新密码。请打开此链接进行设置。`],
      steps: [{ label: '设置新密码', address: link.reveal() }],
      after: [
        '链接在 30 分钟内有效，且只能使用一次。之后您将在所有地方退出登录。',
        '如果不是您本人操作，则无需任何操作：您的密码保持不变。',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: '在新浏览器中使用您的账号',
      before: [
        `有人（可能是您本人）想用一个从未登录过的浏览器登录您在 ${serviceName} 的账号。此前连续多次输入了错误的密码，因此请您确认是您本人操作。`,
        '请在您想用来登录的浏览器中打开此链接。',
      ],
      steps: [{ label: '使用此浏览器', address: link.reveal() }],
      after: [
        '链接在 30 分钟内有效，且只能使用一次。打开链接不会登录：之后请照常用密码登录。',
        '如果不是您本人操作，则无需任何操作：没有此链接，任何人都无法用新浏览器尝试密码。',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: '请重新确认您的电子邮箱',
      before: [`在继续使用您在 ${serviceName} 的账号之前，请确认此邮箱仍属于您。`],
      steps: [{ label: '确认此邮箱', address: link.reveal() }],
      after: ['链接在 24 小时内有效。', '如果不是您本人操作，则无需任何操作。'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: '您的密码已更改',
      before: [
        `您在 ${serviceName} 的账号密码已更改。如果是您本人操作，则无需任何操作。您的通行密钥会保留，另一封邮件提到的除外。请在“通行密钥”页面查看。`,
        WAS_NOT_ME,
      ],
      steps: [{ label: '不是我本人操作：设置新密码', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName, moment) => ({
      subject: '您的账号有新的登录',
      before: [
        `有人用我们未见过的浏览器登录了您在 ${serviceName} 的账号：${browser}，${system}，${moment(at)}。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: '不是我本人操作：设置新密码', address: recoverAddress }],
      after: [],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: '您的账号已锁定，请设置新密码',
      before: [
        `您告诉我们，有其他人进入过您在 ${serviceName} 的账号。现在所有人都已退出登录。密码不再有效，所有通行密钥都已删除。`,
        '请打开此链接，设置一个您在别处都没有使用的密码。之后您的账号会重新开放。',
      ],
      steps: [{ label: '设置新密码', address: link.reveal() }],
      after: [
        '链接在 30 分钟内有效，并且只能使用一次。之后请在忘记密码的页面上重新申请。',
        '如果不是您本人操作，则有其他人登录了您的账号：这时也请使用此链接。',
      ],
    }),
  },
  findings: {
    'mail-waits': {
      waits: (count, since) => html`${waits(count)} ${since}。`,
      putOff: (times) => `邮件服务器已推迟 ${times} 次发送。`,
      others: (count) => `${others(count)}。`,
      noOthers: '没有其他邮件在等待。',
      readLog: (name) => html`请查看此邮箱的邮件服务器如何回应：日志中的名称是 ${name}。`,
      tellOperator: (command) => html`请通知邮件服务器的负责人：${command} 可以检测它。`,
      tell: '我们给您的邮件尚未被接收。我们会继续尝试。请看看您的邮箱是否已满。',
    },
  },
}
