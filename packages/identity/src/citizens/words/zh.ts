import { html } from '../../platform/html.ts'
import { NO_END } from '../../platform/room/holds.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in Chinese. */
export const zh: CitizenWords = {
  acts: {
    suspend: {
      title: '停用此账号',
      note: '这会结束在所有服务中的全部会话、邮件中用于登录或设置密码的所有链接，以及账号上等待中的事项。停用结束之前无人能登录。密码、通行密钥和验证应用保留。不会发送邮件。',
      labels: { cause: '原因类别', until: '停用至何时，例如 30d 或 2026-03-01' },
      choices: {
        cause: {
          'taken-over': '账号被他人盗用',
          misuse: '滥用',
          'asked-for': '应本人要求',
          deceased: '本人已去世',
          order: '法院或主管机关要求',
          other: '其他原因',
          '': '不填：已有的停用保留其原因',
        },
      },
      nothing: { endless: '账号已停用，直到有人恢复它。' },
      says: {
        done: '账号已停用；所有会话和访问均已结束。',
        until: ({ at }) => html`账号停用至 ${at}；所有会话和访问均已结束。`,
        already: '账号已经停用了同样长或更长的时间；没有任何更改。',
      },
    },
    reinstate: {
      title: '允许重新登录',
      note: '可以像以前一样登录。停用时结束的一切不会恢复。不会发送邮件。',
      nothing: { notSuspended: '账号没有被停用。' },
      says: { done: '本人可以重新登录。', already: '账号没有被停用；没有任何更改。' },
    },
    requireVerification: {
      title: '要求重新验证地址',
      note: '这会结束在所有服务中的全部会话、邮件中用于登录或设置密码的所有链接，以及账号上等待中的事项。可以重新登录，但在地址通过验证之前不能进入任何服务。不会发送邮件。',
      nothing: { unverified: '邮箱地址已经需要重新验证。' },
      says: {
        done: '本人必须重新验证邮箱；所有会话和访问均已结束。',
        already: '邮箱本来就需要验证；没有任何更改。',
      },
    },
    signOut: {
      title: '在所有地方退出登录',
      note: '这会结束在所有服务中的全部会话、邮件中用于登录或设置密码的所有链接，以及账号上等待中的事项。密码、通行密钥和验证应用保留，可以立即重新登录。不会发送邮件。',
      nothing: { nobody: '没有人登录，也没有等待中会因此结束的事项。' },
      says: { done: '本人已在所有地方退出登录。', already: '本人已经退出登录；没有任何更改。' },
    },
    forgive: {
      title: '清除连续输错密码的次数',
      note: '输错密码后的等待会持续到结束，最长 15 分钟。',
      nothing: { noFailures: '没有连续输错的密码。' },
      says: {
        done: '本人可以再次用新浏览器登录；输错密码后的等待会持续到结束。',
        already: '没有连续输错的密码；输错密码后的等待会持续到结束；没有任何更改。',
      },
    },
    close: {
      title: '永久关闭此账号',
      note: '无人能撤销。这会删除姓名、地址、电话号码和一切登录方式，并结束在所有服务中的全部会话。任何人都可以注册该地址。不会发送邮件。',
      says: {
        done: '账号已关闭：所有访问均已结束，个人信息已删除，邮箱可以重新使用。',
        already: '账号已经关闭；没有任何更改。',
      },
    },
  },
  holds: {
    active: { less: '任何人都不能再登录', more: '本人可以重新登录' },
    verified: { less: '在重新验证邮箱之前，本人无法进入任何服务' },
    person: { less: '永久删除姓名、邮箱、电话号码和密码' },
    suspension: {
      more: (_, end, when) =>
        end === NO_END ? html`账号保持停用，直到有人恢复它` : html`账号保持停用至 ${when(end)}`,
    },
  },
  events: {
    suspended: () => html`本服务的运营者停用了账号`,
    reinstated: () => html`本服务的运营者重新开放了账号`,
    suspensionEnded: () => html`账号的停用已结束`,
    verificationRequired: () => html`本服务的运营者要求再次确认邮箱`,
    accessEnded: () => html`账号的所有访问都已结束`,
    signedOut: () => html`本服务的运营者让此账号在所有地方退出登录`,
    wasNotMe: () => html`有人报告说其他人进入过账号。所有人都已退出登录，密码不再有效`,
    closed: () => html`账号已永久关闭`,
  },
  findings: {
    'account-suspended': {
      suspended: '工作人员停用了账号。',
      suspendedOn: (at) => html`工作人员于 ${at} 停用了账号。`,
      broughtSuspended: (at) => html`账号于 ${at} 来自另一个系统时已被停用。此处不知道原因。`,
      suspendedThere: (at) => html`在那里于 ${at} 停用。`,
      lasts: '停用一直持续，直到工作人员解除。',
      ends: (at) => html`停用将于 ${at} 结束。`,
      causes: {
        'taken-over': '原因：其他人在使用此账号。',
        misuse: '原因：账号被用于不允许的用途。',
        'asked-for': '原因：本人要求停用。',
        deceased: '原因：本人已去世。',
        order: '原因：法院或主管机关下令停用。',
      },
      unknownCause: (cause) => html`原因：${cause}。`,
      reason: (reason) => html`工作人员写的理由（不可告诉来电者）：“${reason}”。`,
      by: (operator) => html`操作者是 ${operator}。`,
      noReason: '审计中已没有当时写的理由。',
      mayDo: (command) => html`有权决定的人可以解除：${command}`,
      mayDoEarlier: (command) => html`有权决定的人可以提前解除：${command}`,
      tell: '您的账号已停用。',
      tellUntil: (at) => html`您的账号停用至 ${at}。`,
      password: '设置新密码也不能改变这一点。',
      afterwards: '之后照常登录即可。',
    },
    'account-closed': {
      closed: '账号已永久关闭。',
      closedOn: (at) => html`账号已于 ${at} 永久关闭。`,
      erased: '其个人信息已删除。',
      tell: '这个账号已关闭，无法重新开放。您可以重新注册，也可以使用同一个邮箱。',
    },
    'address-not-verified': {
      unverified: '邮箱必须验证。',
      since: (at) => html`自 ${at} 起，邮箱必须重新验证。`,
      untilThen: '在此之前，此人无法进入任何服务。',
      reason: (reason) => html`工作人员写的理由（不可告诉来电者）：“${reason}”。`,
      signIn: '请进入一项服务并登录。页面会提示需要确认邮箱：请点击“发送新链接”，然后打开邮件中的链接。',
      notThere: '您的账号页面不会发送链接。',
      lostMailbox: '如果您已无法查看此邮箱，请不经任何服务直接登录您的账号，并在那里更换邮箱。',
      orRecover: '如果您不知道密码，请点击“忘记密码？”：设置新密码的同时也就验证了邮箱。',
    },
    'no-password': {
      found: '在设置新密码之前，没有密码可以登录此账号。',
      wasNotMe: (at) =>
        html`${at}，有人在账号中或通过邮件中的链接表示“不是我”，这结束了所有登录，密码也不再有效。`,
      givenBack: (at) => html`${at}，有人通过邮件中的链接换回了邮箱，这结束了所有登录，密码也不再有效。`,
      brought: (at) => html`账号于 ${at} 来自另一个系统，没有可以比对的密码。`,
      unknown: '本人曾说“不是我”，或者换回过邮箱，或者账号来自另一个系统，没有可以比对的密码。',
      tell: '请在登录页点击“忘记密码？”，并用邮件中的链接设置新密码。',
    },
  },
}
