import { html } from '@portico/identity/parts'
import type { OrderWords } from './en.ts'

/** What the service answers to orders, in Chinese. */
export const zh: OrderWords = {
  tells: {
    letter: (subject, to) => html`向 ${to} 发送邮件 ${subject}`,
    noLetter: '不发送任何邮件',
    needsConsent: '在其他操作员批准之前，不会发生任何事情。',
    unchanged: '不会有任何更改。',
    asked: (operator, at, act) => html`${operator} 于 ${at} 申请：${act}`,
    given: (name, value) => html`${name}：${value}`,
    nowAlso: (what) => html`现在还会：${what}`,
    noLonger: (what) => html`不再：${what}`,
    waits: (number, until) =>
      html`尚未更改任何内容。操作以编号 ${number} 等待至 ${until}。由其他操作员在“等待批准”页面批准。`,
    withdrawn: (number) => html`操作 ${number} 已撤回。没有任何更改。`,
  },
  refusals: {
    'unknown-citizen': '没有使用这个主体标识的账号。',
    'account-closed': '此账号已永久关闭，无法更改。',
    'bad-reason': '原因必须是一行 1 到 500 个字符的文字。',
    'unknown-act': '没有使用此编号的等待操作：它已执行、已撤回或从未存在。',
    over: '此操作等待已超过一小时，已经失效。请重新申请。',
    'own-act': '此操作由您本人申请，因此必须由其他操作员批准。',
    'other-asker': '此操作由其他操作员申请。如果无人批准，一小时后会自行失效。',
    'no-operator': '没有任何更改，因为您已不再是操作员。',
    'no-such-act': '没有任何更改，因为运维台无法下达此指令：须在服务所在的机器上执行。',
    role: '没有任何更改，因为您的角色无权执行此操作。',
    'own-account': '没有任何更改，因为这是您自己的账号。请由其他操作员执行，或者您在自己的账号页面上操作。',
    'account-of-operator': '没有任何更改，因为这是操作员的账号。只有管理员可以处理。',
    'too-many': '没有任何更改，因为您在一小时内下达的指令已达上限。请稍后再试。',
    machine: '没有任何更改，因为机器不能批准或撤回：须由操作员进行。',
    'sign-in-too-old': '没有任何更改，因为您在最近五分钟内没有证明身份。请重新登录，然后重新下达指令。',
    'bad-time': '这不是有效的时间。请写 30d、12h、2026-03-01 或 2026-03-01T12:00:00Z。',
    'time-over': '这个时间已经过去。',
    'time-too-far': '这个时间太远。',
    'bad-cause': '此原因不在列表中。',
    changed: '没有任何更改，因为现在会发生的与之前告诉您的不同。请重新下达指令。',
    'nothing-to-do': '没有任何更改，因为已经没有需要做的事。操作会一直等待到失效或被撤回。',
    'order-failed':
      '服务无法完成此操作，也无法说明进行到了哪一步：再次下达指令之前，请先查看此账号发生了什么。错误记录在服务的日志中。',
  },
}
