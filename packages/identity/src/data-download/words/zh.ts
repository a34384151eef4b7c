import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in Chinese. */
export const zh: DataWords = {
  nav: '数据',
  page: {
    title: '您的数据',
    lead: '下载本服务所保存的您的信息。文件为 JSON 格式，人和程序都能读取。',
    parts: [
      '您的姓名、电子邮箱和电话号码',
      '您在哪里登录过，以及您的账号认识的浏览器',
      '您使用过的服务，以及每个服务可以读取什么',
      '您的通行密钥的名称',
      '您的活动记录，以我们保留的为限',
    ],
    without: '文件中没有密码，也没有密钥。某个服务知道您的什么信息，请向该服务询问。',
    proveLead: '要下载您的数据，请输入密码或使用通行密钥。确认在 5 分钟内有效。',
    button: '下载您的数据',
  },
  events: { downloaded: () => html`下载了一份您的数据` },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: '您的数据的一份副本已被下载',
      before: [
        `有人登录了您在 ${serviceName} 的账号，并下载了一份您的数据，时间为 ${moment(at)}。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME['zh-Hans'].sentence,
      ],
    }),
  },
}
