import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { PasskeyWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']

const passkeys = plural('zh', { other: '# 个通行密钥' })

/** Passkeys, in Simplified Chinese. */
export const zh: PasskeyWords = {
  limits: {
    signIns: '用通行密钥登录',
    changes: '更改通行密钥',
  },
  acts: {
    remove: {
      title: '移除所有通行密钥',
      note: '使用密码登录，账号要求时还需要验证码。验证应用和会话保留。会向账号持有人发送邮件。',
      nothing: { noPasskey: '账号没有通行密钥。' },
      says: { done: '账号不再有通行密钥。', already: '账号没有通行密钥；没有任何更改。' },
    },
  },
  nav: '通行密钥',
  home: {
    none: '还没有',
    first: '使用通行密钥登录不需要密码，任何假冒网页都无法盗走它。',
    second: '请在另一台设备上也添加一个。这样即使丢失一台，您仍能登录。',
  },
  page: {
    title: '您的通行密钥',
    lead: '使用通行密钥，您可以像解锁设备一样登录：用指纹、面容或 PIN 码。您不需要密码，假冒网页也无法骗走它。',
    none: '您还没有通行密钥。',
    synced: '也在您的其他设备上',
    removeHint: '删除后将不能再用它登录，即使您的设备仍显示它。',
    addTitle: '添加通行密钥',
    addLead: '您的设备会要求您解锁，然后保存通行密钥。',
    name: '通行密钥的名称',
    nameHint: '方便您以后知道它在哪台设备上。',
    addButton: '添加通行密钥',
    full: '您已有 20 个通行密钥，无法再添加。请删除一个不需要的通行密钥。',
    withoutScript: '此浏览器无法在此页面创建通行密钥。您可以继续使用密码登录。',
    stopped: '您的设备没有创建通行密钥。未做任何更改。您可以重试。',
    known: '此设备上已有您账号的通行密钥。您可以用它登录。',
    proveLead: '要添加或删除通行密钥，请输入密码或使用通行密钥。确认在 5 分钟内有效。',
    saved: '通行密钥已添加。我们已向您发送电子邮件通知。',
    removed: '通行密钥已删除。我们已向您发送电子邮件通知。您的设备可能仍会显示它：您也可以在设备上将其删除。',
    problems: {
      'bad-name': '请为通行密钥输入 1 到 60 个字符的名称',
      'too-late': '用时过长。未做任何更改。请重试。',
      'not-fitting': '我们无法使用您的设备给出的答复。未做任何更改。请重试，或使用其他设备。',
      known: '此设备上已有您账号的通行密钥。您可以用它登录。',
      'too-many': '您已有 20 个通行密钥，无法再添加。请删除一个不需要的。',
    },
    renamed: '通行密钥已改用新名称。我们已向您发送电子邮件通知。它在您的设备上可能仍是旧名称。',
  },
  offer: {
    title: '下次登录无需密码',
    lead: '请在此设备上添加通行密钥。之后您可以像解锁设备一样登录：用指纹、面容或 PIN 码。',
    safe: '您的指纹和面容信息绝不会离开您的设备。您的密码仍然有效。',
    notNow: '暂不添加',
    later: '您可以随时在您的账号中添加通行密钥。',
    addedTitle: '您的通行密钥已添加',
    added: '下次请用通行密钥登录。我们已向您发送邮件通知。',
    onward: '继续',
  },
  login: {
    asksForMore: '此服务要求的不只是密码。如果您有通行密钥，请使用它。',
    button: '使用通行密钥登录',
    again: '使用通行密钥',
    stopped: '没有使用通行密钥。请重试，或使用密码登录。',
    refused: '此通行密钥不能在这里使用。请使用电子邮箱和密码登录。',
    tooLate: '用时过长。请重试。',
  },
  recentRemoved: '我们删除了最近 3 天内仅凭密码添加的通行密钥。',
  recentWill: '最近 3 天内仅凭密码添加的通行密钥：',
  holds: { passkeys: { less: plural('zh', { other: '移除 # 个通行密钥' }) } },
  events: {
    added: () => html`添加了一个通行密钥`,
    removed: () => html`删除了一个通行密钥`,
    renamed: () => html`重命名了一个通行密钥`,
    refused: () => html`有人未能用通行密钥登录`,
    removedByOperator: () => html`本服务的运营者删除了通行密钥`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: '您的账号中已添加一个通行密钥',
      before: [
        `您在 ${serviceName} 的账号中已添加一个通行密钥，时间为 ${moment(at)}。用它登录不需要您的密码。如果是您本人操作，则无需任何操作。`,
        `${WAS_NOT_ME}在最初 3 天内，如果该通行密钥是仅凭密码添加的，这样也会删除它。否则它会保留：请同时用新密码登录，并在“通行密钥”页面删除它。`,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: '您账号中的一个通行密钥已被删除',
      before: [
        `您在 ${serviceName} 的账号中的一个通行密钥已被删除，时间为 ${moment(at)}。它不能再用来登录。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: '您账号的通行密钥有了新名称',
      before: [
        `您在 ${serviceName} 的账号有一个通行密钥改了名称，时间为 ${moment(at)}。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    recentRemoved: ({ addedAt }, serviceName, moment) => ({
      subject: '您账号新添加的通行密钥已删除',
      before: [
        `您在 ${serviceName} 的账号通过电子邮件设置了新密码。为保护您，此前 3 天内添加的通行密钥已被删除，添加时间：${addedAt.map(moment).join('；')}。`,
        '我们删除它们，是因为无法知道是您添加的，还是进入过您账号的其他人添加的。如果是您添加的，请登录后重新添加。',
        '您的设备可能仍显示旧的通行密钥：您可以在设备上删除。',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: '您的通行密钥已删除',
      before: [
        `${serviceName} 的运营者删除了您账号的所有通行密钥，时间为 ${moment(at)}。您可以用密码登录。如果是您要求的，则无需任何操作。`,
        `${WAS_NOT_ME}也请告知本服务的运营者。`,
      ],
    }),
  },
  findings: {
    'has-passkeys': {
      has: (count) => `账号有 ${passkeys(count)}。`,
      used: (at) => html`最近一次使用是在 ${at}。`,
      neverUsed: '还没有使用过。',
      tell: '您可以在存有通行密钥的设备上点击“使用通行密钥登录”。',
    },
  },
}
