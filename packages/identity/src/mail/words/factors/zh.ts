import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME['zh-Hans']

/** The letters about a lost app for codes, in Simplified Chinese. */
export const chineseFactors: FactorLetters = {
  'lost-app': ({ link }, serviceName) => ({
    subject: '请确认您丢失了手机',
    before: [
      `有人输入了您在 ${serviceName} 的账号密码，并说装有验证码应用的手机丢失了。如果是您本人操作，请打开此链接继续。目前尚未删除任何内容。`,
    ],
    steps: [{ label: '继续', address: link.reveal() }],
    after: [
      '链接在 30 分钟内有效，且只能使用一次。',
      '如果不是您本人操作，说明有人知道您的密码：请立即设置新密码。没有验证码，任何人都无法凭它登录。',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: '您的验证码应用将被删除',
    before: [
      `有人（很可能是您）告诉我们，您在 ${serviceName} 的账号的验证码应用丢失了。我们将在 ${momentWords('zh-CN', dueAt)} 删除您的应用和恢复码。之后只用密码即可登录。`,
      '如果您找到了手机，或者没有提出此要求，请用此链接停止。',
    ],
    steps: [{ label: '停止删除', address: link.reveal() }],
    after: [
      '任何人用验证码、恢复码或通行密钥登录，也会停止删除。',
      '如果不是您本人操作，说明有人知道您的密码并能读您的邮件：请为两者都设置新密码。',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: '您的验证码应用即将被删除',
    before: [
      `如之前所告知，我们将在 ${momentWords('zh-CN', dueAt)} 删除您在 ${serviceName} 的账号的验证码应用和恢复码。之后只用密码即可登录。`,
      '如果您找到了手机，或者没有提出此要求，请用此链接停止。',
    ],
    steps: [{ label: '停止删除', address: link.reveal() }],
    after: [
      '任何人用验证码、恢复码或通行密钥登录，也会停止删除。',
      '如果不是您本人操作，说明有人知道您的密码并能读您的邮件：请为两者都设置新密码。',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: '您的验证码应用会保留',
    before: [
      `您在 ${serviceName} 的账号的验证码应用已停止删除，时间为 ${momentWords('zh-CN', at)}。输入密码后，我们仍会要求验证码。如果是您本人操作，则无需任何操作。`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: '您丢失的验证码应用已删除',
    before: [
      `等待期已结束。您在 ${serviceName} 的账号的验证码应用和恢复码已删除，时间为 ${momentWords('zh-CN', at)}。现在只用密码即可登录：请添加新的应用或通行密钥。如果是您本人操作，则无需其他操作。`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
