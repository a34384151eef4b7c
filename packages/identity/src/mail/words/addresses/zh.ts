import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME['zh-Hans']

/** The letters about the address of an account, in Simplified Chinese. */
export const chineseAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: '请确认您的新电子邮箱',
    before: [
      `有人（可能是您本人）想将此邮箱用于 ${serviceName} 的账号。请打开此链接确认。目前尚未更改任何内容。`,
    ],
    steps: [{ label: '确认此邮箱', address: link.reveal() }],
    after: ['链接在 24 小时内有效。', '如果不是您本人操作，则无需任何操作。'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: '有人为另一个账号填写了您的邮箱',
    before: [`有人想将此邮箱用于 ${serviceName} 的另一个账号。此邮箱已有账号，因此未做任何更改。`],
    steps: [{ label: '登录', address: signInAddress }],
    after: ['如果是您本人操作，请用此邮箱登录。如果不是您本人操作，则无需任何操作。'],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: '您的电子邮箱即将更改',
    before: [
      `您在 ${serviceName} 的账号自 ${momentWords('zh-CN', dueAt)} 起将使用另一个邮箱：${newAddress}。在此之前，您用此邮箱登录。如果是您本人操作，则无需任何操作。`,
      '如果不是您本人操作，请用此链接保留您的邮箱，无需密码。',
    ],
    steps: [{ label: '保留我的邮箱', address: link.reveal() }],
    after: ['如果不是您本人操作，说明有人进入过您的账号：请同时设置新密码。'],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: '您的电子邮箱保持不变',
    before: [
      `您在 ${serviceName} 的账号的邮箱更改已停止，时间为 ${momentWords('zh-CN', at)}。您继续用此邮箱登录。`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: '您账号的电子邮箱已更改',
    before: [
      `您在 ${serviceName} 的账号现在使用另一个邮箱：${newAddress}。如果是您本人操作，则无需任何操作。`,
      `如果不是您本人操作，请在 ${momentWords('zh-CN', until)} 之前用此链接恢复您的邮箱。届时所有人都会退出登录，您需要设置新密码。`,
    ],
    steps: [{ label: '不是我本人操作：恢复我的邮箱', address: link.reveal() }],
    after: ['如果不是您本人操作，请同时告知该服务的运营者。'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: '您现在用此邮箱登录',
    before: [
      `您在 ${serviceName} 的账号现在使用此邮箱，时间为 ${momentWords('zh-CN', at)}。从现在起请用它登录。如果是您本人操作，则无需任何操作。`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: '您的账号已恢复原电子邮箱',
    before: [
      `您在 ${serviceName} 的账号已恢复原来的邮箱，时间为 ${momentWords('zh-CN', at)}，因为有人使用了我们发到原邮箱的邮件中的链接。所有人都已退出登录。您不再用收到本邮件的邮箱登录。`,
      '如果不是您本人操作，可能有人能读取您原邮箱的邮件。请告知该服务的运营者。',
    ],
    steps: [{ label: '登录', address: signInAddress }],
    after: [],
  }),
}
