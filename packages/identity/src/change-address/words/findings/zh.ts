import { type Html, html } from '../../../platform/html.ts'
import type { ChangeFindingWords } from './en.ts'

const sent = (at: Html) => html`可以换回旧邮箱的邮件已于 ${at} 发往旧邮箱。`
const sentAgain = (at: Html) => html`可以换回旧邮箱的邮件已于 ${at} 再次发送。`

/** What a supporter is told of a new address, in Chinese. */
export const zh: ChangeFindingWords = {
  'address-change-waits': {
    asked: (at) => html`${at}，有人请求更换邮箱。`,
    from: (at) => html`从 ${at} 起用新邮箱登录，在此之前用旧邮箱登录。`,
    sent,
    sentAgain,
    signIn: '目前请用旧邮箱登录。',
    pressLink: '如果不是您请求的，请打开旧邮箱所收邮件中的链接。',
    stopInAccount: '相关邮件没有送达旧邮箱。如果不是您请求的，请在您的账号中点击“保留旧邮箱”，并设置新密码。',
  },
  'address-link-waits': {
    asked: (at) => html`${at}，有人请求更换邮箱，一封带链接的邮件已写给新邮箱。`,
    works: (at) => html`还没有人打开这个链接。它在 ${at} 之前有效。打开之前，一切不变。`,
    openLink: '请打开新邮箱所收最新邮件中的链接。在更换完成之前，请用现在的邮箱登录。',
    askAgain:
      '我们的邮件没有送达新邮箱。请用现在的邮箱登录，并在您的账号中重新请求：写对新邮箱，或者换一个邮箱。',
    notMe: '如果不是您请求的，请设置新密码。',
  },
  'new-address-link-waits': {
    asked: (at) => html`${at}，有一个账号请求改用这个邮箱，目前尚未改用。`,
    works: (at) => html`发到这个邮箱的邮件中的链接在 ${at} 之前有效。打开链接后，账号还要等待几天。`,
    tell: '请打开这个邮箱所收最新邮件中的链接。在更换完成之前，请用旧邮箱登录。',
  },
  'new-address-link-expired': {
    asked: (at) => html`${at}，有一个账号请求改用这个邮箱，但没有改用。`,
    ended: (at) => html`发到这个邮箱的邮件中的链接已于 ${at} 失效，失效前没有人打开。`,
    tell: '请用旧邮箱登录，并在您的账号中重新请求更换为新邮箱。',
  },
  'new-address-waits': {
    asked: (at) => html`有一个账号正在改用这个邮箱。更换开始于 ${at}。`,
    from: (at) => html`从 ${at} 起用新邮箱登录，在此之前用旧邮箱登录。`,
    tell: (at) => html`在 ${at} 之前请用旧邮箱登录，之后请用这个邮箱登录。`,
  },
  'address-changed': {
    lost: (at) =>
      html`在 ${at} 之前，这是账号的邮箱。现在账号用的是另一个邮箱，此邮箱不能再用来登录。如果不是来电者本人更换的，说明有人盗用了账号，或者账号不属于来电者。`,
    hasNoMailbox: (command) =>
      html`如果来电者已证明身份，不是其本人更换的，且其无法查看旧邮箱，请在查清之前阻止任何人进入：${command}`,
    changed: (at) => html`邮箱已于 ${at} 更换。旧邮箱不能再用来登录。`,
    undo: (at) => html`当时发到旧邮箱的邮件中有一个链接，在 ${at} 之前可以换回旧邮箱。`,
    sent,
    sentAgain,
    useNew: '如果是您本人更改的，请用新邮箱登录。',
    takeBack: (at) =>
      html`如果不是您更换的，请在旧邮箱中打开最新的相关邮件：在 ${at} 之前，其中的链接可以取回您的账号。点击“忘记密码？”并输入旧邮箱，会再次收到这个链接。`,
    takeBackLater: (at) =>
      html`如果不是您更换的：您的邮箱服务商拒收可以换回旧邮箱的邮件。请查看旧邮箱是否已满。等它重新能收信时，请点击“忘记密码？”并输入旧邮箱，会再次收到这封邮件。在 ${at} 之前，其中的链接可以取回您的账号。`,
    useThis: '请用这个邮箱登录。',
  },
}
