import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { GuessWords } from './en.ts'

const closed = plural('zh', { other: '账号认识的 # 个浏览器不能再尝试' })

/** Counted guesses, in Chinese. */
export const zh: GuessWords = {
  holds: {
    browsers: { less: plural('zh', { other: '清除 # 个已知的浏览器' }) },
    inBrowsers: { less: plural('zh', { other: '清除账号认识的浏览器中 # 次输错的密码' }) },
    atAddress: { less: plural('zh', { other: '清除该邮箱 # 次输错的密码' }) },
  },
  events: {
    failuresForgiven: () => html`本服务的运营者清除了错误密码的次数`,
  },
  findings: {
    'closed-to-new-browsers': {
      wrong: (times) => `此邮箱连续输错密码 ${times} 次。`,
      until: (at) => html`在 ${at} 之前，账号不认识的浏览器不能再尝试。`,
      mayDo: (command) => html`如果确认来电者就是本人：${command}`,
      tell: '请使用您以前登录过的浏览器。或者在登录页点击“忘记密码？”：用邮件中的链接，这个浏览器就可以再次尝试。',
    },
    'waits-after-wrong-passwords': {
      place: (at) => html`账号不认识的一个地方输错密码或验证码的次数过多：须等到 ${at}。`,
      browser: (at) => html`账号认识的一个浏览器输错密码或验证码的次数过多：须等到 ${at}。`,
      others: '在此之前，那里输入正确的密码也会被拒绝。其他地方不会因此需要等待。',
      ends: '等待会自行结束，谁也不能提前结束。',
      wait: (at) => html`如果是您本人输错的，请等到 ${at} 再试一次。再次输错密码，又要等待最多一刻钟。`,
      recover: '如果您不知道密码，请在登录页点击“忘记密码？”：这段等待不影响找回密码。',
    },
    'browsers-out-of-tries': {
      found: (count) => `${closed(count)}。`,
      wrong: (times) => `每个浏览器都连续输错密码 ${times} 次。`,
      tell: '请在登录页点击“忘记密码？”，并设置新密码。',
    },
    'many-guess-at-it': {
      wrong: (times) => `一小时内有来自许多地方的 ${times} 次错误密码：有人在猜。`,
      wait: '账号不认识的地方，每次输错密码后最多要等一刻钟。',
      tell: '有人正在您的账号上尝试密码。您可以在以前用过的浏览器中照常登录。通行密钥可以彻底挡住这些人。',
    },
  },
}
