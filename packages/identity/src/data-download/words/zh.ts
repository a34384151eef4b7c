import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in Chinese. */
export const zh: DataWords = {
  limits: {
    copies: '获取账号数据副本',
    copiesAgain: '再次获取同一份数据副本',
  },
  nav: '数据',
  page: {
    title: '您的数据',
    lead: '下载我们保存的您的信息。文件是 JSON 格式，您可以阅读，程序也可以读取。',
    parts: [
      '您的姓名、电子邮箱和电话号码',
      '您登录过的地方，以及用过的浏览器',
      '您使用过的服务，以及每项服务能看到的信息',
      '您的通行密钥的名称',
      '我们仍保留的活动记录',
    ],
    without: '文件中没有密码和密钥。想知道某项服务保存了您的哪些信息，请直接询问该服务。',
    proveLead: '要下载您的数据，请输入密码或使用通行密钥。此次确认在 5 分钟内有效。',
    button: '下载您的数据',
  },
  events: {
    downloaded: () => html`下载了一份账号数据`,
    copied: () => html`本服务的运营者制作了一份账号数据副本`,
  },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: '有人下载了您的数据',
      before: [
        `有人登录了您在 ${serviceName} 的账号，并下载了一份您的数据，时间为 ${moment(at)}。如果是您本人操作，则无需任何操作。`,
        WAS_NOT_ME['zh-Hans'].sentence,
      ],
    }),
    copied: ({ at }, serviceName, moment) => ({
      subject: '有人索取了您的数据副本',
      before: [
        `有人（很可能是您）向 ${serviceName} 的运营者索取一份您的数据，他们已于 ${moment(at)} 制作。如果是您本人操作，则无需任何操作。否则也请告诉他们：有人冒充了您。`,
        WAS_NOT_ME['zh-Hans'].sentence,
      ],
    }),
  },
}
