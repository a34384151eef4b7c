import type { englishForms } from '../en/forms.ts'

/** Labels, hints and problems of forms, in Simplified Chinese. */
export const chineseForms: typeof englishForms = {
  labels: {
    full_name: '姓名',
    email: '电子邮箱',
    phone_number: '电话号码',
    password: '密码',
    new_password: '新密码',
    current_password: '当前密码',
  },
  /** The button beside a new password. */
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  charactersSoFar: '目前字符数：',
  hints: {
    email: '我们会向此邮箱发送链接。',
    phone_number:
      '各项服务可能会拨打此号码联系您，我们不会拨打。最多 20 个字符，最好带上国家代码，例如 +86 10 6552 9988。',
    password: (minimum: number) =>
      `请至少使用 ${minimum} 个字符。用四五个互不相关的词语组成密码会更安全。可以使用空格。`,
  },
  fieldProblems: {
    full_name: {
      required: '请输入您的姓名',
      blank: '请输入您的姓名',
      invalid: '姓名中不能有控制字符或换行',
      max_length: '请将姓名缩短至 150 个字符以内',
    },
    email: {
      required: '请输入您的电子邮箱',
      blank: '请输入您的电子邮箱',
      invalid: '请输入格式为 name@example.com 的电子邮箱',
      max_length: '电子邮箱不能超过 320 个字符',
    },
    phone_number: {
      required: '请输入电话号码，或将此项留空',
      blank: '请输入电话号码，或将此项留空',
      invalid: '电话号码中不能有控制字符或换行',
      max_length: '请将电话号码缩短至 20 个字符以内',
    },
    password: {
      blank: '请输入密码',
      too_short: (minimum: number) => `密码至少需要 ${minimum} 个字符`,
      too_long: '密码不能超过 256 个字符',
      space_first: '密码开头有空格或看不见的字符。请将其删除，因为输入密码时很容易漏掉。',
      space_last: '密码末尾有空格或看不见的字符。请将其删除，因为输入密码时很容易漏掉。',
      space_around: '密码开头和末尾都有空格或看不见的字符。请将其删除，因为输入密码时很容易漏掉。',
    },
    current_password: {
      required: '请输入当前密码',
      wrong: '当前密码不正确，请重新输入',
    },
  },
  guessablePassword: {
    common: '此密码在攻击者最先尝试的列表中。',
    decorated: '此密码由常见的词语或密码组成，添加的内容很少。',
    personal: '此密码含有您的姓名、电子邮箱或电话号码。',
    service: '此密码含有本网站或某项服务的名称。',
    keyboard: '此密码是键盘上相邻的一串按键。',
    sequence: '此密码是按顺序排列的字母或数字。',
    repeated: '此密码重复了相同的内容。',
    dates: '此密码由日期或年份组成。',
  },
  betterPassword: '请使用四个或更多互不相关的词语。',
  troubles: {
    busy: '目前登录人数很多。未做任何更改。请等待一分钟后重试。',
    unavailable: '我们的系统出现故障。未做任何更改。请几分钟后重试。',
    'mail-unavailable': '目前我们无法发送电子邮件，因此刚才没有发出邮件。请几分钟后重试。',
    'unknown-browser':
      '此账号的密码错误次数过多。请退出登录，再重新登录。之后我们会告诉您如何在此浏览器中继续。',
    'form-expired':
      '此页面打开的时间过长，或期间有人登录或退出。没有提交任何内容。请检查您填写的内容，然后再次提交。如果再次看到此提示，请允许本网站使用 Cookie。',
    'link-over':
      '此链接已过期或已使用过。未做任何更改。您填写的内容仍在这里：请再次提交，我们会向您发送新链接。',
    wait: (duration: string) => `尝试次数过多。请等待 ${duration}后重试。`,
  },
}
