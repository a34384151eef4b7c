import { type Html, html } from '../../../platform/html.ts'
import type { englishProblems } from '../en/problems.ts'

/** The error pages, in Simplified Chinese. */
export const chineseProblems: typeof englishProblems = {
  formHolds: (kilobytes: number) => `一个表单最多可以发送 ${kilobytes} kB。`,
  returnTo: (program: Html) => html`返回 ${program}`,
  programLapsed: (program: Html) =>
    html`${program} 等待了一小时，现已不再等待。要继续，请重新打开 ${program}。`,
  problems: {
    'bad-request': {
      title: '无法读取此请求',
      what: '网址或表单中有内容缺失或损坏。未做任何更改。',
      next: '请返回上一个页面，重新开始。',
    },
    'too-large': {
      title: '此表单过大',
      what: '表单中的文字超出了我们可以接受的范围。未做任何更改。',
      next: '请返回，缩短您填写的内容，然后重新提交表单。',
    },
    forbidden: {
      title: '不允许此操作',
      what: '您的账号无权打开此页面。',
      next: '请前往您的账号，或使用其他账号登录。',
    },
    'form-expired': {
      title: '此表单已过期',
      what: '页面打开的时间过长，或您的浏览器没有发送 Cookie。未做任何更改。',
      next: '请返回，重新加载页面，然后再次提交表单。请允许本网站使用 Cookie。',
    },
    'form-stale': {
      title: '此页面已失效',
      what: '此页面是在您上次登录、退出或设置新密码之前打开的，或是由使用过此浏览器的其他人打开的。未做任何更改。',
      next: '请重新打开此页面。如果您填写过表单，请再填写一次。',
    },
    'not-found': {
      title: '找不到页面',
      what: '此网址没有页面。',
      next: '请检查网址是否完整，或从您的账号开始。',
    },
    'method-not-allowed': {
      title: '不能这样使用此页面',
      what: '此网址存在，但不接受这种请求。未做任何更改。',
      next: '请返回，并使用页面上的链接和按钮。',
    },
    'too-many': {
      title: '尝试次数过多',
      what: '您的网络在短时间内发出了过多请求。未做任何更改。',
      next: '请等待几分钟后重试。',
    },
    unavailable: {
      title: '服务暂时不可用',
      what: '我们的系统出现故障。您的账号是安全的，未做任何更改。',
      next: '请几分钟后重试。',
    },
    'server-error': {
      title: '出现错误',
      what: '这是我们的问题，不是您的问题。错误已被记录。',
      next: '请几分钟后重试。如果再次出现，请寻求帮助并提供下面的编号。',
    },
    'invalid-client': {
      title: '无法从此服务登录',
      what: '将您转到这里的服务未在我们这里登记，或已被停用。',
      next: '请返回该服务并重试。如果再次出现，请告知该服务的运营者。',
    },
    'missing-redirect': {
      title: '无法从此服务登录',
      what: '将您转到这里的服务没有说明应返回的网址。为了保护您，我们已停止操作。',
      next: '请返回该服务并重试。如果再次出现，请告知该服务的运营者。',
    },
    'invalid-redirect': {
      title: '无法从此服务登录',
      what: '将您转到这里的服务提供了未登记的网址。为了保护您，我们已停止操作。',
      next: '请返回该服务并重试。如果再次出现，请告知该服务的运营者。',
    },
    'resume-expired': {
      title: '登录用时过长',
      what: '将您转到这里的服务已不再等待答复。',
      next: '请返回该服务，重新开始。您可能已经登录。',
    },
  },
}
