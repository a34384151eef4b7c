import { type Html, html } from '../../../platform/html.ts'
import { spaced, spacedBefore } from '../../../platform/spaced.ts'
import type { englishEntering } from '../en/entering.ts'

/** Registration, recovery, sign-in and authorization, in Simplified Chinese. */
export const chineseEntering: typeof englishEntering = {
  register: {
    title: '创建账号',
    lead: '一个账号即可使用所有已接入的公共服务。您只需要一个电子邮箱。',
    next: '我们会通过电子邮件向您发送链接。请打开链接，确认您的邮箱并设置密码。',
    button: '创建账号',
    haveAccount: '已有账号？',
    signIn: '登录',
  },
  checkEmail: {
    title: '请查收电子邮件',
    registration: (address: Html) =>
      html`如果${spaced(address)}可以用来创建账号，我们已向该邮箱发送电子邮件。请打开邮件中的链接继续。`,
    recovery: (address: Html) =>
      html`如果${spaced(address)}属于某个账号，我们已向该邮箱发送电子邮件。请打开邮件中的链接，设置新密码。`,
    'new-browser': (address: Html) =>
      html`如果${spaced(address)}属于某个账号，我们已向该邮箱发送电子邮件。请用此浏览器打开邮件中的链接。`,
    verification: (address: Html) =>
      html`如果${spaced(address)}仍需确认，我们已向该邮箱发送电子邮件。请打开邮件中的链接进行确认。`,
    anAddress: '您填写的邮箱',
    within: {
      registration: '链接在 24 小时内有效。',
      recovery: '链接在 30 分钟内有效，且只能使用一次。',
      'new-browser': '链接在 30 分钟内有效，且只能使用一次。',
      verification: '链接在 24 小时内有效。',
    },
    nothing: '如果没有收到电子邮件',
    steps: [
      '请等待几分钟：有些邮箱的接收速度较慢。',
      '请查看垃圾邮件文件夹。',
      '请检查电子邮箱是否拼写正确。',
    ],
    again: '换一个邮箱重试',
    refused: {
      title: '您的邮件服务商拒收了我们的邮件',
      lead: (address: Html) => html`发往 ${address} 的邮件没有送达。`,
      steps: ['请检查邮箱地址是否写错。', '如果地址正确，您的邮箱可能已满。请清理空间，然后重新发送邮件。'],
    },
    close: '您可以关闭此页面。',
    code: {
      lead: '您也可以在此输入邮件中的验证码。如果您在另一台设备上阅读邮件，请使用验证码。',
      label: '邮件中的验证码',
      hint: '6 位数字。验证码只能在此浏览器中使用。',
      button: '继续',
      problems: {
        unreadable: '请输入邮件中的 6 位验证码',
        wrong: (left: number) => `此验证码不正确。请确认它来自最新的邮件。您还可以尝试 ${left} 次。`,
        over: '此邮件的验证码已失效。',
        overNext: '请打开最新邮件中的链接，或重新发送邮件。',
        closed: '今天为此邮箱输入的验证码过多。请打开最新邮件中的链接：链接仍然有效。',
      },
    },
    resend: {
      button: '重新发送邮件',
      wait: (time: Html) => html`${time}后可以重新发送。`,
      few: '每小时只能向同一邮箱发送少量邮件。',
      early: (time: string) => `邮件刚刚发送，可能仍在途中。${time}后可以重新发送。`,
      done: '已请求重新发送邮件。只有最新邮件中的验证码有效。',
    },
  },
  setPassword: {
    registration: { title: '请设置密码', button: '设置密码' },
    recovery: { title: '请设置新密码', button: '设置新密码' },
    registrationLead: '设置后，您的电子邮箱即得到确认，账号随即开通。',
    recoveryLead: '您将在所有地方退出登录，包括所有已接入的服务。',
    recoveryKeys: '通行密钥会保留，最近 3 天内仅凭密码添加的除外：请删除您不认识的通行密钥。',
    removes: '设置新密码还会删除',
  },
  passwordSet: {
    registration: {
      title: '您的账号已开通',
      what: '您的电子邮箱已确认，密码已设置。',
      next: '登录后即可在任何已接入的服务中使用您的账号。',
    },
    recovery: {
      title: '您的密码已更改',
      what: '您已在所有地方退出登录，包括所有已接入的服务。',
      next: '请用新密码重新登录。',
    },
    removed: {
      title: '我们删除了一种新添加的登录方式',
      why: '我们无法知道这是您添加的，还是进入过您账号的其他人添加的。因此，通过电子邮件设置新密码时，最近添加的登录方式会被删除。',
      next: '如果是您添加的，请登录后重新添加。您可以在设备或应用中删除旧的条目。',
    },
    elsewhere: '如果您是在其他设备或浏览器中开始的，也可以在那里登录，从刚才的地方继续。',
    button: '登录',
  },
  addressVerified: {
    title: '您的电子邮箱已确认',
    what: '您可以重新使用已接入的服务。',
    button: '继续',
  },
  linkInvalid: {
    title: '此链接无效',
    what: '链接可能已过期、已使用过，或不完整。未做任何更改。',
    signIn: { next: '如果您已设置密码，可以直接登录。', button: '登录' },
    registration: { next: '请重新注册，我们会向您发送新链接。', button: '获取新链接' },
    recovery: { next: '请申请新链接。我们会将其发送到您的电子邮箱。', button: '获取新链接' },
    'new-browser': {
      next: '请再次登录。如果仍需要链接，您可以在登录时申请新链接。',
      button: '前往登录',
    },
    verification: { next: '请前往您的账号，在那里申请新链接。', button: '前往您的账号' },
  },
  login: {
    title: '登录',
    toProgram: (program: Html) => html`然后继续前往 ${program}`,
    provesAgain: (program: Html) => html`您已登录。要在 ${program} 继续，请再次证明是您本人。`,
    button: '登录账号',
    wrong: '电子邮箱与密码不匹配。请检查后重试。',
    wrongHelp: '刚刚注册？请先打开我们发给您的电子邮件中的链接。',
    signedOut: {
      title: '您已退出登录。',
      whys: {
        elsewhere: '此会话已在另一台设备上结束。',
        changed: '您的账号有更改，例如密码。因此所有地方都已退出登录。',
      },
      kept: '请重新登录：您填写的内容仍在。',
    },
    lapsed: (program: Html) =>
      html`${program} 等待了一小时，现已不再等待。您可以在这里登录，然后重新打开 ${program}。`,
    forgotten: '忘记密码？',
    noAccount: '还没有账号？',
    register: '创建账号',
  },
  recover: {
    title: '找回账号',
    lead: '请输入您账号的电子邮箱。我们会向您发送链接，用于设置新密码。',
    button: '发送链接',
    remembered: '想起密码了？',
    signIn: '登录',
  },
  newBrowser: {
    title: '请先确认是您本人',
    lead: '有人为此电子邮箱多次输入了错误的密码或验证码。因此，尚未用此邮箱登录过的浏览器需要先打开电子邮件中的链接。',
    known: '在您以前登录过的浏览器中，您可以照常登录。',
    button: '发送链接',
    forgotten: '忘记密码？',
    recover: '设置新密码',
    signIn: '使用其他邮箱登录',
  },
  verifyBrowser: {
    title: '在您的账号中使用此浏览器',
    lead: '请输入您账号的电子邮箱，以确认是您本人打开了此链接。之后您可以照常用密码在此浏览器中登录。',
    wrong: '请输入收到链接邮件的电子邮箱',
    stop: '如果您没有申请此链接，请关闭此页面。',
    button: '使用此浏览器',
  },
  receives: {
    identity: '一个账号编号，以便您再次使用时能识别您',
    name: '您的姓名',
    email: '您的电子邮箱',
    phone: '您的电话号码（如果您已填写）',
    language: '您的语言',
    'stay-connected': '在最长 14 天内保持连接而不再次询问您的许可',
  },
  confirm: {
    title: '继续前往服务',
    heading: (program: Html) => html`要继续前往 ${program} 吗？`,
    reasons: {
      first: '如果您继续，此服务将与您的账号关联。',
      'new-scopes': '此服务请求查看比以前更多的信息。',
      asked: '此服务请您再次确认。',
      switched: '打开上一个页面之后，有人在此浏览器中登录或退出过。请先确认这是您自己的账号，再继续。',
      unled: '您是点击链接来到这里的，不是从该服务的页面过来的。如果这不是您想做的，请不要继续。',
    },
    signedInAs: '您的登录身份',
    receives: '该服务将获得',
    never: '该服务绝不会看到您的密码。',
    goesTo: (host: Html) => html`您将前往 ${host}。`,
    button: (program: Html) => html`继续前往 ${program}`,
    cancel: '取消',
    another: '使用其他账号',
  },
  verificationRequired: {
    title: '请确认您的电子邮箱',
    what: (address: Html) => html`您需要先重新确认邮箱${spacedBefore(address)}，才能使用服务。`,
    next: '我们会向此邮箱发送链接。请打开链接，然后返回该服务重新登录。',
    button: '发送新链接',
  },
  verifyAddress: {
    title: '请确认您的电子邮箱',
    lead: '请输入密码，以确认是您本人打开了此链接。',
    button: '确认邮箱',
  },
}
