import type { PageWords } from './page-words.ts'

/** Chinese, in simplified characters. */
export const zh: PageWords = {
  title: '登录',
  sentences: {
    cancelled: '您没有完成登录。',
    existing_account: '您在这里已有账号。请像以前一样登录，然后将它与您的中央账号关联。',
    unavailable: '目前无法登录。没有任何更改。',
    other_account: '您登录的账号与之前的不同。请返回，并使用第一个账号登录。',
    insufficient_user_authentication:
      '此页面需要更近期的登录，或比密码更安全的登录方式，例如通行密钥。您仍像之前一样处于登录状态。',
    other_browser:
      '此登录是在另一个浏览器中开始的，或者同时开始了太多登录，或者此浏览器不保存 Cookie。没有人登录。',
    old_sign_in_missing: '请先像以前一样在这里登录，然后关联您的账号。',
    fresh_sign_in_required: '请先在这里再次输入密码，然后关联您的账号。',
    bad_path: '此地址不指向本网站的任何页面。请返回并重新开始。',
    bad_demand: '此地址要求的登录方式不存在。请返回并重新开始。',
    no_page: '请将此地址作为页面打开。',
    several_cookies: '您的浏览器将本网站的一个 Cookie 发送了两次。请删除本网站的 Cookie。',
    too_many: '尝试次数过多。请等待一分钟后重试。',
    try_later: '目前无法登录。没有任何更改：请一分钟后重试。',
    unknown_sign_in: '这里不认识此登录链接。请返回应用并重新开始。',
    on_the_way: '正在前往登录页面。',
  },
  links: {
    again: '重新登录',
    back: '返回',
    home: '前往首页',
    reload: '重新加载此页面',
    restart: '重新开始',
    onward: '继续',
  },
}
