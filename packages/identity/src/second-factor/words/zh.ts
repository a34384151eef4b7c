import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { CodeWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME['zh-Hans']

const MORE_WRONG_CODES =
  '过去一小时内有多次错误的验证码。接下来一小时内如再有，可能不会逐一发送邮件。您账号的“活动记录”页面会列出全部错误的验证码。'

const apps = plural('zh', { other: '# 个应用' })
const left = plural('zh', { other: '还剩 # 个恢复码' })

/** Codes beside the password, in Simplified Chinese. */
export const zh: CodeWords = {
  limits: {
    appChanges: '更改验证码应用',
    newRecoveryCodes: '生成新的恢复码',
  },
  acts: {
    reset: {
      title: '立即移除验证应用和恢复代码',
      note: '输入密码后不再要求验证码。密码、通行密钥和会话保留。会向账号持有人发送邮件。',
      nothing: { noCodes: '账号没有验证应用，也没有恢复代码。' },
      says: { done: '不再向本人要求验证码。', already: '本来就没有向本人要求验证码；没有任何更改。' },
    },
  },
  nav: '验证码',
  home: {
    noApp: '还没有',
    addApp: '使用应用生成的验证码后，任何人仅凭您的密码都无法登录。',
    noneLeft: '已用完',
    makeNew: '请生成新的恢复码，以便没有应用时也能登录。',
  },
  page: {
    title: '应用生成的验证码',
    lead: '使用手机上的应用，您可以用密码和验证码登录。这样，任何人都无法只凭密码进入您的账号。通行密钥不需要验证码。',
    none: '您还没有添加应用。输入密码后，我们不要求验证码。',
    addTitle: '添加应用',
    addLead:
      '您需要一个生成验证码的应用，例如 Aegis、2FAS 或 Google Authenticator。许多保存密码的应用也可以。',
    addButton: '添加应用',
    full: '您已有 5 个应用，无法再添加。请删除一个不需要的应用。',
    recoveryTitle: '恢复码',
    recoveryLead: '没有应用时，您可以用恢复码登录。每个恢复码只能用一次。',
    recoveryLeft: '剩余的恢复码',
    recoveryAgain: '新的恢复码会取代之前的所有恢复码。',
    recoveryButton: '生成新的恢复码',
    proveLead:
      '要更改验证码设置，请输入密码或使用通行密钥。确认在 5 分钟内有效。如果您有应用，输入密码后我们会要求验证码。',
    saved: '应用已添加。我们已向您发送电子邮件通知。',
    removed: '应用已删除。我们已向您发送电子邮件通知。您现在可以在应用中删除该条目。',
    newTitle: '添加验证码应用',
    scan: '在手机上打开应用，并用它扫描此图片。',
    qrLabel: '用于应用的二维码',
    openApp: '应用就在此设备上：打开应用',
    orType: '如果无法扫描，请在应用中输入此密钥：',
    code: '应用显示的验证码',
    codeHint: '六位数字，每 30 秒更换一次。',
    name: '应用的名称',
    nameHint: '方便您以后知道它在哪部手机上。',
    usualName: '我的手机',
    confirmButton: '添加此应用',
    cancel: '取消',
    problems: {
      'bad-name': '请为应用输入 1 到 60 个字符的名称',
      'wrong-code': '请输入应用现在显示的验证码。如果无效，请检查手机的时间。',
    },
    keepTitle: '请保存您的恢复码',
    keepLead: '从现在起，输入密码后我们会要求验证码。如果您丢失手机，就需要其中一个恢复码。',
    keepHow: '请打印或抄写，并保存在安全的地方。我们不会再次显示。每个恢复码只能用一次。',
    madeOn: (at: Html) => html`生成时间：${at}`,
    keptButton: '我已保存恢复码',
    keep: { download: '下载为文本', print: '打印', copy: '复制', copied: '已复制' },
    renamed: '应用已改用新名称。我们已向您发送电子邮件通知。',
  },
  signIn: {
    button: '登录',
    app: {
      title: '请输入验证码',
      label: '应用中的验证码',
      hint: '六位数字，每 30 秒更换一次，每个验证码只能用一次。',
      wrong: '此验证码无效。请等待应用显示下一个验证码，然后输入。',
      other: '使用恢复码',
    },
    recovery: {
      title: '请输入恢复码',
      label: '恢复码',
      hint: '您保存的十个恢复码之一。每个只能用一次。',
      wrong: '此恢复码无效。请检查，或使用另一个。',
      other: '使用应用中的验证码',
    },
  },
  spent: {
    title: '您使用了一个恢复码',
    left: '剩余的恢复码',
    still: '您的应用还在吗？如果还在，您无需做任何事。',
    gone: '如果应用已丢失，请添加新应用并删除旧应用，然后生成新的恢复码。',
    toCodes: '查看我的验证码',
    onward: '继续',
  },
  tooLate: '用时过长，或错误的验证码过多。请用密码重新登录。',
  recentRemoved: '我们删除了最近 3 天内仅凭密码添加的验证码应用。如果没有其他应用，您的恢复码也已删除。',
  recentWill: '最近 3 天内仅凭密码添加的验证码应用；删除最后一个应用时，恢复码也会一并删除：',
  holds: {
    apps: { less: plural('zh', { other: '移除 # 个验证应用' }) },
    recoveryCodes: { less: plural('zh', { other: '移除 # 个恢复码' }) },
    halfSignIns: { less: plural('zh', { other: '结束 # 次等待验证码的登录' }) },
    wrongCodes: { less: plural('zh', { other: '清除 # 次输错的验证码' }) },
  },
  events: {
    added: () => html`添加了一个验证码应用`,
    removed: () => html`删除了一个验证码应用`,
    renamed: () => html`重命名了一个验证码应用`,
    codesMade: () => html`生成了新的恢复码`,
    codeSpent: () => html`使用了一个恢复码`,
    reset: () => html`本服务的运营者删除了验证码应用`,
    wrongCodesTold: () => html`已发送邮件，说明有人在输入正确密码之后输入了错误的验证码`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: '您的账号中已添加一个验证码应用',
      before: [
        `您在 ${serviceName} 的账号中已添加一个生成验证码的应用，时间为 ${moment(at)}。从现在起，输入密码后我们会要求验证码。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: '您账号中的一个验证码应用已被删除',
      before: [
        `您在 ${serviceName} 的账号中的一个生成验证码的应用已被删除，时间为 ${moment(at)}。它的验证码不再有效。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: '您账号的验证码应用有了新名称',
      before: [
        `您在 ${serviceName} 的账号有一个验证码应用改了名称，时间为 ${moment(at)}。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    codesMade: ({ at }, serviceName, moment) => ({
      subject: '您的账号有新的恢复码',
      before: [
        `您在 ${serviceName} 的账号生成了新的恢复码，时间为 ${moment(at)}。之前的恢复码不再有效。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    codeSpent: ({ at }, serviceName, moment) => ({
      subject: '您账号的一个恢复码已被使用',
      before: [
        `有人用您的密码和一个恢复码登录了您在 ${serviceName} 的账号，时间为 ${moment(at)}。此恢复码不能再用：您可以在“验证码”页面查看还剩几个。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
      ],
    }),
    wrongCodes: ({ at, isLast }, serviceName, moment) => ({
      subject: '有人用您的密码尝试了错误的验证码',
      before: [
        `有人输入了您在 ${serviceName} 的账号的正确密码，随后输入了错误的验证码，时间为 ${moment(at)}。没有人用这些验证码登录成功。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME,
        ...(isLast ? [MORE_WRONG_CODES] : []),
      ],
    }),
    recentRemoved: ({ addedAt, isLast }, serviceName, moment) => ({
      subject: '您账号新添加的验证码应用已删除',
      before: [
        `您在 ${serviceName} 的账号通过电子邮件设置了新密码。为保护您，此前 3 天内添加的验证码应用已被删除，添加时间：${addedAt.map(moment).join('；')}。`,
        '我们删除它们，是因为无法知道是您添加的，还是进入过您账号的其他人添加的。如果是您添加的，请登录后重新添加。',
        ...(isLast ? ['您的恢复码也已删除。添加下一个应用时您会得到新的恢复码。'] : []),
        '请在应用中删除旧的条目。',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: '您的验证码应用已删除',
      before: [
        `${serviceName} 的运营者删除了您的验证码应用和恢复码，时间为 ${moment(at)}。现在只用密码即可登录。如果是您要求的，则无需任何操作。`,
        `${WAS_NOT_ME}也请告知本服务的运营者。`,
      ],
    }),
  },
  findings: {
    'code-asked-for': {
      apps: (count) => `除密码外还需要验证码。账号有 ${apps(count)}用于验证码。`,
      used: (at) => html`最近一次使用应用是在 ${at}。`,
      neverUsed: '还没有使用过应用。',
      left: (count) => `${left(count)}。`,
      mayDo: (command) => html`只有在来电者证明身份之后：${command}`,
      type: '请输入应用现在显示的验证码；手机的时间必须准确。',
      without: '如果没有手机，请使用恢复码，或者在要求验证码的页面点击“我丢失了手机和恢复码”。',
    },
    'codes-closed-to-new-browsers': {
      wrong: (times) => `账号不认识的浏览器输入过 ${times} 个错误的验证码。`,
      until: (at) => html`在 ${at} 之前，这些浏览器不能再尝试。`,
      tell: '请使用您以前登录过的浏览器。知道您密码的人正在尝试验证码：请设置新密码。',
    },
  },
}
