import { html } from '../../platform/html.ts'
import type { PageWords, RefusalWords } from './en.ts'

const page: PageWords = {
  refused: (at) => html`一个页面于 ${at} 拒绝了请求。`,
  named: (page, why) => html`日志中的名称是 ${page}，${why}。`,
  until: (until) => html`在 ${until} 之前都会拒绝。`,
  over: (until) => html`该限制已于 ${until} 结束。`,
  again: '限制已经结束。请再试一次。',
  wait: (until) => html`请等到 ${until}。`,
  linksWork: '您已经收到的链接在有效期内仍然可用。',
}

/** Why a page refused, in Chinese. */
export const zh: RefusalWords = {
  findings: {
    'page-refused-network': {
      ...page,
      what: '来自来电者所在网络的请求过多。使用同一连接的所有人都计算在内，例如办公室、酒店或电信公司。',
      tell: '来自您所在网络的请求过多，也可能来自其中的其他人。',
      wait: (until) => html`请等到 ${until}，或者改用其他网络连接，例如手机网络。`,
    },
    'page-refused-address': {
      ...page,
      what: '针对同一个邮箱的请求过多，可能来自来电者，也可能来自其他人。请询问邮箱并搜索：这样可以看到相关邮件的情况。',
      tell: '针对此邮箱的请求过多。请查找最新的邮件，也请查看垃圾邮件。',
    },
    'page-refused-account': {
      ...page,
      what: '此账号在短时间内进行该操作的次数过多。',
      tell: '您在短时间内进行该操作的次数过多。',
    },
    'page-refused-guesses': {
      ...page,
      what: '来自此地点或此浏览器的错误密码或验证码过多。“忘记密码？”无需等待。',
      tell: '错误的密码或验证码过多。',
      wait: (until) => html`请点击“忘记密码？”，或者等到 ${until}。`,
    },
    'page-refused-mail-again': {
      ...page,
      what: '上一封邮件刚刚发送，可能还会到达。不会这么快再次发送。',
      tell: '上一封邮件可能还会到达。请同时查看垃圾邮件。',
    },
    'page-refused-no-cookie': {
      ...page,
      what: '浏览器没有发送我们的任何 Cookie：它拒绝 Cookie，或者是已关闭的无痕窗口，或者另一个网站在框架中显示我们的页面。',
      tell: '请允许我们网站的 Cookie，或者使用其他浏览器。请在单独的窗口中打开页面，并重新提交表单。',
    },
    'page-refused-foreign-form': {
      ...page,
      what: '没有任何信息表明表单来自我们的页面：它由另一个网站发送，或者被浏览器中的某个程序更改。',
      tell: '请自己输入我们的网址，或者从服务开始。请关闭浏览器中更改页面的程序，然后重新提交表单。',
    },
    'page-refused-old-form': {
      ...page,
      what: '表单页面早于此浏览器中最近一次登录或退出，或者浏览器丢失了我们的 Cookie。',
      tell: '请重新加载页面，并再次填写表单。',
    },
    'page-refused-unreadable': {
      ...page,
      what: '地址或表单中有内容缺失、损坏或过长。',
      tell: '请从服务或我们的页面重新开始，不要使用书签或“后退”按钮。',
    },
    'page-refused-program': {
      ...page,
      what: '来电者所来自的服务不为我们所知，或者已被停用。请按名称搜索该服务。',
      tell: '您所来自的服务无法让您登录。请告知其运营者。',
    },
    'page-refused-return-address': {
      ...page,
      what: '该服务没有给出返回地址，或者给出的地址没有登记。必须由其运营者修正。',
      tell: '您所来自的服务有错误。请告知其运营者。',
    },
    'page-refused-late': {
      ...page,
      what: '服务的请求已等待一小时，或者属于另一个浏览器。',
      tell: '请返回该服务，并在那里重新登录。',
    },
    'page-refused-link': {
      ...page,
      what: '邮件中的链接或验证码已经用过、过期、被更新的取代，或者不完整。',
      tell: '请使用最新的邮件，或者另外申请一封。',
    },
    'page-refused-new-browser': {
      ...page,
      what: '连续多次输入错误密码后，此账号在它不认识的浏览器中不接受密码。邮件中的链接可以开启此浏览器。',
      tell: '请在该页面上申请链接，并在同一浏览器中打开。',
    },
    'page-refused-unverified': {
      ...page,
      what: '该服务只接受邮箱已验证的账号。',
      tell: '请在该页面上点击发送链接的按钮，然后打开收到的链接。',
    },
    'page-refused-our-fault': {
      ...page,
      what: 'Portico 当时无法应答：繁忙、出错或无法发送邮件。日志中有此编号。',
      tell: '这是我们的问题。请几分钟后再试。',
    },
    'page-refused-otherwise': {
      ...page,
      what: '只有日志写明了原因。',
      tell: '请按页面所说的做。如果没有帮助，请把页面读给我听。',
    },
  },
}
