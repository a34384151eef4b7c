import { html } from '../../platform/html.ts'
import { spaced, spacedBefore } from '../../platform/spaced.ts'
import type { ClientWords } from './en.ts'

/** Programs, in Chinese. */
export const zh: ClientWords = {
  findings: {
    'program-disabled': {
      found: (program, at) => html`工作人员于 ${at} 停用了${spacedBefore(program)}。`,
      reason: (reason) => html`工作人员写的理由：“${reason}”。`,
      mayDo: (command) => html`有权决定的人可以恢复：${command}`,
      closed: (program) => html`${program} 对所有人关闭。`,
      others: '您的账号没有变化，其他服务可以正常使用。',
    },
    'program-without-secret': {
      found: (program) => html`${program} 没有有效的客户端密钥：无法完成任何登录。`,
      mayDo: (command) => html`该服务的负责人需要一个新密钥：${command}`,
      tell: (program) => html`${program} 目前无法让任何人登录。这需要由其负责人修复。`,
    },
    'program-secret-refused': {
      found: (program, at) => html`${program} 在 ${at} 使用了已失效的客户端密钥，此后没有用过有效的密钥。`,
      mayDo: (command) => html`请服务的运营者换上有效的密钥：${command}`,
      tell: (program) => html`${program} 目前无法让任何人登录。这需要由其负责人修复。`,
    },
    'program-secret-never-right': {
      found: (program, at) =>
        html`有人在 ${at} 以 ${program} 的名义使用了不属于它的客户端密钥，而它自己的密钥从未被使用过。`,
      mayDo: (command) => html`该服务的负责人需要一个新密钥：${command}`,
      tell: (program) => html`到目前为止，${program} 还没有让任何人登录过。这需要由其负责人修复。`,
    },
    'program-secret-wrong': {
      found: (program, at) =>
        html`有人在 ${at} 以 ${program} 的名义使用了不属于它的客户端密钥。如果那就是${spacedBefore(program)}，它就无法让任何人登录。`,
      right: (at) => html`最近一次使用正确的密钥是在 ${at}。`,
      mayDo: (command) => html`如果是它自己，该服务的负责人需要一个新密钥：${command}`,
      tell: (program) => html`${program} 目前可能无法让任何人登录。这需要由其负责人查看。`,
    },
    'program-secret-used': {
      never: (program) => html`${program} 从未使用过客户端密钥：从未完成设置，或者密钥有误。`,
      used: (program, at) => html`${program} 最近一次用客户端密钥证明身份是在 ${at}。`,
      tell: (program) =>
        html`请从${spaced(program)}的页面再试一次。如果仍然失败，请告诉我们页面上写了什么，以及页面的编号。`,
    },
  },
}
