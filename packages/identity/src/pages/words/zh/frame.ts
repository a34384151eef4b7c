import { plural } from '../../../platform/plurals.ts'
import type { englishEveryPage } from '../en/frame.ts'

/** The words on every page, in Simplified Chinese. */
export const chineseEveryPage: typeof englishEveryPage = {
  direction: 'ltr',
  ownName: '简体中文',
  between: '',
  language: {
    label: '语言',
    button: '更改语言',
    field: '页面和邮件的语言',
    hint: '用于您登录后的所有页面，以及我们发给您的所有电子邮件。',
  },
  skip: '跳到主要内容',
  yourAccount: '您的账号',
  errorInTitle: '错误：',
  footer: '我们绝不会通过电子邮件、短信或电话索要您的密码。',
  foot: { label: '关于本服务', help: '帮助', privacy: '隐私', accessibility: '无障碍声明' },
  typedAgain: '您填写的内容已恢复，尚未保存：请检查后提交。',
  problemHeading: '有问题需要处理',
  reference: '参考编号',
  referenceHint: '如需帮助，请提供此编号。',
  optional: '（选填）',
  account: '账号',
  toSignIn: '前往登录',
  toAccount: '前往您的账号',
  openAgain: '重新打开此页面',
  seconds: plural('zh', { other: '# 秒' }),
  minutes: plural('zh', { other: '# 分钟' }),
}
