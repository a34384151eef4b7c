import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { SupportWords } from './en.ts'

const tries = plural('zh', { other: '自上次登录以来有 # 次尝试失败，最近一次是在' })
const afterForgiving = plural('zh', { other: '自清除之前的失败次数以来有 # 次尝试失败，最近一次是在' })
const recent = {
  tries: (count: number, at: Html) => html`${tries(count)} ${at}。`,
  triesAfterForgiving: (count: number, at: Html) => html`${afterForgiving(count)} ${at}。`,
}

/** What a supporter is told, in Chinese. */
export const zh: SupportWords = {
  findings: {
    'last-failed-wrong-password': {
      ...recent,
      what: '密码错误。',
      tell: '密码错误。请点击“忘记密码？”，并设置新密码。',
    },
    'last-failed-unreadable-hash': {
      ...recent,
      what: '存储的密码哈希无法读取：已损坏，或者用本服务没有的密钥封存。',
      tell: '请点击“忘记密码？”，并设置新密码。',
    },
    'last-failed-wrong-code': {
      ...recent,
      what: '密码正确，验证码错误。',
      tell: '验证码错误。请将手机时间设为自动，并输入应用现在显示的验证码。',
    },
    'last-failed-replayed-code': {
      ...recent,
      what: '密码正确，但验证码已经用过。',
      tell: '每个验证码只能用一次。请等应用显示下一个。',
    },
    'last-failed-wrong-recovery-code': {
      ...recent,
      what: '密码正确，恢复码错误。',
      tell: '恢复码错误或已经用过。请尝试您列表中的下一个。',
    },
    'signed-out-by-operator': {
      ended: (name: Html, at: Html) => html`工作人员 ${name} 于 ${at} 让此用户在所有地方退出，此后无人登录。`,
      tell: (at: Html) => html`本服务的运营者于 ${at} 让您在所有地方退出登录。`,
      newest: {
        'signed-in': (at: Html) =>
          html`有人于 ${at} 用对您的账号来说是新的浏览器登录。如果不是您本人，请设置新密码。`,
        'password-reset': (at: Html) =>
          html`有人于 ${at} 通过邮件中的链接为您的账号设置了新密码。如果不是您本人，请先保护好您的邮箱，再设置新密码。`,
        'browser-admitted': (at: Html) =>
          html`邮件中的链接于 ${at} 允许一个对您的账号来说是新的浏览器尝试密码。如果不是您本人，请先保护好您的邮箱，再设置新密码。`,
      },
      noNewBrowser:
        '最近 30 天内，没有人用对您的账号来说是新的浏览器登录，也没有邮件中的链接准许这样的浏览器或设置新密码。',
      noNewBrowserSince: (at: Html) =>
        html`您的账号创建于 ${at}。此后没有人用另一个对该账号来说是新的浏览器登录，也没有邮件中的链接准许这样的浏览器或设置新密码。`,
      again: '请重新登录。',
    },
  },
  leads: {
    slows: '账号可以使用。但是：',
    waits: '目前没有什么阻止来电者进入。但是：',
    tells:
      'Portico 所知的情况中，没有什么阻止来电者进入。来电者所在网络的限额在这里看不到。请问页面上写了什么，以及页面的编号。',
  },
  nothing: {
    several: '不止一个账号或服务使用此姓名或电话号码。请询问邮箱地址。',
    oneName:
      '由此找不到任何人。只有名或姓找不到任何人，除非那就是全名：请输入此人或服务的完整名称，或询问邮箱地址。',
    orNumber: '如果这是页面的编号，则尚未查到，或者已超过一天：请在半分钟后再试一次。',
    nothing:
      '由此找不到任何人：这不是邮箱地址、主体标识、服务、页面编号、电话号码，也不是完整姓名。请询问邮箱地址。',
    address:
      '没有使用此邮箱的账号，最近几天也没有人申请。请询问其他邮箱，或者确认写法。任何人都可以用此邮箱注册。',
    program: '没有什么阻止公民进入此服务。',
  },
  page: {
    answered: (at, events) => html`带有此编号的页面发送于 ${at}：${events}。`,
    again: '如果来电者刚刚读到此编号，请在半分钟后再试一次：拒绝的页面要在几秒钟后才能查到。',
    noEvent:
      '否则最近一天没有带此编号的事件：页面没有更改任何内容，所打开的地址没有页面，或者更早。编号区分大小写。',
    noAccount: '没有账号与那里输入的内容相符。请询问来电者输入的电子邮件地址，并搜索它。',
    inLog: (name) => html`日志中的名称是 ${name}。`,
  },
}
