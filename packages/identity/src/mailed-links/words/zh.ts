import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { MailedLinkWords } from './en.ts'

const times = plural('zh', { other: '最近几天共请求过 # 次。' })
const registration = { asked: (at: Html) => html`${at}，有人用此邮箱申请账号。`, times }
const recovery = { asked: (at: Html) => html`${at}，有人请求设置新密码。`, times }
const browser = { asked: (at: Html) => html`${at}，有人请求使用新浏览器的链接。`, times }
const verification = { asked: (at: Html) => html`${at}，有人请求验证邮箱的链接。`, times }
const mailRefused = {
  tell: '您的邮箱服务商拒收我们的邮件。请检查邮箱地址是否写对、邮箱是否已满；否则请换一个邮箱。',
  noMailbox: '您的邮箱服务商表示没有这个邮箱。请检查邮箱地址是否写对；否则请换一个邮箱。',
  fullMailbox: '您的邮箱已满。请清理后重新申请，或者换一个邮箱。',
  seemsGone: '似乎没有这个邮箱。请检查邮箱地址是否写对；否则请换一个邮箱。',
  seemsFull: '您的邮箱似乎已满。请清理后重新申请，或者换一个邮箱。',
}
const accountMailRefused = {
  lostMailbox: (command: Html) => html`如果来电者已无法使用此邮箱，必须核实其身份：${command}`,
  tell: '您的邮箱服务商拒收我们的邮件。请查看您的邮箱是否已满：如果已满，请清理后重新申请。如果您已失去该邮箱，请尽可能用其他方式登录，并在账号中更换邮箱。',
  noMailbox:
    '您的邮箱服务商表示您的邮箱不存在。如果您已失去该邮箱，请尽可能用其他方式登录，并在账号中更换邮箱。',
  fullMailbox: '您的邮箱已满。请清理后重新申请。',
  seemsGone: '您的邮箱似乎不存在。如果您已失去该邮箱，请尽可能用其他方式登录，并在账号中更换邮箱。',
  seemsFull: '您的邮箱似乎已满。请清理后重新申请。',
}
const mailPutOff = {
  tell: '您的邮箱服务商没有及时接收我们的邮件。请检查邮箱地址是否写对、邮箱是否已满，稍后再试，或者换一个邮箱。',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: '您的邮箱服务商没有及时接收我们的邮件。请查看您的邮箱是否已满：如果已满，请清理后稍后重新申请。如果您已失去该邮箱，请尽可能用其他方式登录，并在账号中更换邮箱。',
}
const ended = (at: Html) => html`链接没有使用，已于 ${at} 失效。`
const linkWaits = {
  works: (at: Html) => html`链接在 ${at} 之前有效。还没有人使用过。`,
  tell: '请查找我们最新的邮件，也看看垃圾邮件文件夹，并打开其中的链接。',
}
const limit = {
  ends: (at: Html) => html`限额将于 ${at} 解除。`,
  tell: (at: Html) => html`您请求得太频繁了。请查找已收到的邮件，或者等到 ${at}。`,
}

const again = '重新注册即可立即收到新链接。'
const registrationEnded = (at: Html) => html`${ended(at)}${again}`
const registrationWaits = {
  works: (at: Html) => html`${linkWaits.works(at)}在有人打开之前，账号并不存在。${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in Chinese. */
export const zh: MailedLinkWords = {
  limits: {
    registrations: '申请账号',
    recoveries: '通过邮件申请新密码',
    browserLinks: '申请新浏览器链接',
    codes: '尝试邮件中的验证码',
  },
  acts: {
    resend: {
      title: '再发送一次带链接的邮件',
      note: '它计入一小时内可以申请的邮件次数。您看不到链接。',
      nothing: {
        suspended: '账号已停用：请先就此作出决定。',
        'nothing-waits': '最近几天没有申请过尚未使用的链接。',
        'mail-refused': '邮件服务器已永久拒收含此链接的邮件。等邮箱重新能收信时，请本人申请新的链接。',
      },
      says: { done: ({ letter, at }) => html`邮件 ${letter} 会再发送一次；其中的链接在 ${at} 之前有效。` },
      refused: {
        'too-many': plural('zh', {
          other: '一个邮箱一小时内可收到的此类邮件已全部申请。请在 # 分钟后再试。',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('zh', { other: '使 # 个邮件中的链接失效' }),
      more: plural('zh', { other: '用邮件发送 # 个链接' }),
    },
  },
  events: {
    recoveryRequested: () => html`有人申请了用来设置新密码的链接`,
    browserLinkRequested: () => html`有人申请了用来使用新浏览器的链接`,
    verificationRequested: () => html`发送了用来确认电子邮箱的链接`,
    letterResent: () => html`本服务的运营者再次发送了带链接的邮件`,
    codeRefused: () => html`有人输入了邮件中的错误验证码`,
    codeUsed: () => html`输入了邮件中的验证码，而没有打开链接`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: '请重新注册，表单很快就能填好。请在一天之内打开最新的邮件。',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: '请再次点击“忘记密码？”，并在半小时之内打开最新的邮件。',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: '请在要使用的浏览器中再次登录，重新请求链接，并在半小时之内在该浏览器中打开最新的邮件。',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': { ...verification, ended, tell: '请登录，并再请求一封邮件。' },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': { times, ended, tell: '请再次请求邮件，并在半小时内打开最新的一封。' },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: '用此邮箱申请账号的次数已达到上限。',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: '用此邮箱请求新密码的次数已达到上限。',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked: '用此邮箱请求新浏览器链接的次数已达到上限。',
    },
    'limit-code-per-email': {
      ...limit,
      asked: '尝试此邮箱邮件验证码的次数已达到上限。',
    },
  },
}
