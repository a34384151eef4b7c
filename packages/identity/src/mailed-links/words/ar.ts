import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { MailedLinkWords } from './en.ts'

const times = plural('ar', {
  zero: 'عدد مرات الطلب في الأيام الأخيرة: #.',
  one: 'طُلب ذلك مرة واحدة في الأيام الأخيرة.',
  two: 'طُلب ذلك مرتين في الأيام الأخيرة.',
  few: 'طُلب ذلك # مرات في الأيام الأخيرة.',
  many: 'طُلب ذلك # مرة في الأيام الأخيرة.',
  other: 'طُلب ذلك # مرة في الأيام الأخيرة.',
})
const registration = { asked: (at: Html) => html`في ${at} طُلب حساب بهذا العنوان.`, times }
const recovery = { asked: (at: Html) => html`في ${at} طُلبت كلمة مرور جديدة.`, times }
const browser = { asked: (at: Html) => html`في ${at} طُلب رابط لمتصفح جديد.`, times }
const verification = { asked: (at: Html) => html`في ${at} طُلب رابط يؤكد العنوان.`, times }
const mailRefused = {
  tell: 'يرفض مزود بريدك رسالتنا. تحقق من كتابة العنوان ومن أن صندوق بريدك ليس ممتلئًا؛ وإلا فاستخدم عنوانًا آخر.',
  noMailbox: 'يقول مزود بريدك إنه لا يوجد صندوق بريد بهذا العنوان. تحقق من كتابته؛ وإلا فاستخدم عنوانًا آخر.',
  fullMailbox: 'صندوق بريدك ممتلئ. أفرغ مكانًا واطلب الرسالة من جديد، أو استخدم عنوانًا آخر.',
  seemsGone: 'يبدو أنه لا يوجد صندوق بريد بهذا العنوان. تحقق من كتابته؛ وإلا فاستخدم عنوانًا آخر.',
  seemsFull: 'يبدو أن صندوق بريدك ممتلئ. أفرغ مكانًا واطلب الرسالة من جديد، أو استخدم عنوانًا آخر.',
}
const accountMailRefused = {
  lostMailbox: (command: Html) => html`إذا فقد المتصل صندوق البريد هذا، فقط مع إثبات هويته: ${command}`,
  tell: 'يرفض مزود بريدك رسالتنا. تحقق مما إذا كان صندوق بريدك ممتلئًا: أفرغ مكانًا واطلب الرسالة من جديد. وإن فقدته فسجّل الدخول بطريقة أخرى إن استطعت، وغيّر العنوان في حسابك.',
  noMailbox:
    'يقول مزود بريدك إن صندوق بريدك غير موجود. إن فقدته فسجّل الدخول بطريقة أخرى إن استطعت، وغيّر العنوان في حسابك.',
  fullMailbox: 'صندوق بريدك ممتلئ. أفرغ مكانًا واطلب الرسالة من جديد.',
  seemsGone:
    'يبدو أن صندوق بريدك غير موجود. إن فقدته فسجّل الدخول بطريقة أخرى إن استطعت، وغيّر العنوان في حسابك.',
  seemsFull: 'يبدو أن صندوق بريدك ممتلئ. أفرغ مكانًا واطلب الرسالة من جديد.',
}
const mailPutOff = {
  tell: 'لم يقبل مزود بريدك رسالتنا في الوقت المناسب. تحقق من كتابة العنوان ومن أن صندوق بريدك ليس ممتلئًا. ثم أعد المحاولة لاحقًا، أو استخدم عنوانًا آخر.',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: 'لم يقبل مزود بريدك رسالتنا في الوقت المناسب. تحقق مما إذا كان صندوق بريدك ممتلئًا: أفرغ مكانًا واطلب الرسالة من جديد لاحقًا. وإن فقدته فسجّل الدخول بطريقة أخرى إن استطعت، وغيّر العنوان في حسابك.',
}
const ended = (at: Html) => html`لم يُستخدم الرابط، وانتهى في ${at}.`
const linkWaits = {
  works: (at: Html) => html`الرابط صالح حتى ${at}. لم يستخدمه أحد بعد.`,
  tell: 'ابحث عن أحدث رسالة منا، وفي مجلد الرسائل غير المرغوب فيها أيضًا، وافتح الرابط الوارد فيها.',
}
const limit = {
  ends: (at: Html) => html`ينتهي ذلك في ${at}.`,
  tell: (at: Html) => html`طلبت ذلك مرات كثيرة. ابحث عن الرسائل التي وصلت، أو انتظر حتى ${at}.`,
}

const again = 'من ينشئ الحساب من جديد يصله رابط جديد فورًا.'
const registrationEnded = (at: Html) => html`${ended(at)} ${again}`
const registrationWaits = {
  works: (at: Html) => html`${linkWaits.works(at)} ولا حساب حتى يفتحه أحد. ${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in Arabic. */
export const ar: MailedLinkWords = {
  limits: {
    registrations: 'حسابات مطلوبة',
    recoveries: 'كلمات مرور جديدة مطلوبة بالبريد',
    browserLinks: 'روابط مطلوبة لمتصفح جديد',
    codes: 'محاولات برموز من البريد',
  },
  acts: {
    resend: {
      title: 'إرسال رسالة البريد التي فيها الرابط مرة أخرى',
      note: 'تُحسب من الرسائل التي يمكن طلبها خلال ساعة. لن يظهر لك الرابط.',
      nothing: {
        suspended: 'الحساب موقوف: يجب البتّ في ذلك أولًا.',
        'nothing-waits': 'لم يُطلب في الأيام الأخيرة رابط لم يُستخدم.',
        'mail-refused':
          'رفض خادم البريد الرسالة التي فيها هذا الرابط رفضًا نهائيًا. عندما يستقبل صندوق البريد الرسائل من جديد، يطلب صاحب الحساب رابطًا جديدًا.',
      },
      says: { done: ({ letter, at }) => html`تُرسل الرسالة ${letter} مرة أخرى؛ ورابطها صالح حتى ${at}.` },
      refused: {
        'too-many': plural('ar', {
          zero: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد # دقيقة.',
          one: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد دقيقة واحدة.',
          two: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد دقيقتين.',
          few: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد # دقائق.',
          many: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد # دقيقة.',
          other: 'طُلب من هذه الرسائل بقدر ما يصل إلى عنوان واحد في ساعة. حاول مرة أخرى بعد # دقيقة.',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('ar', {
        zero: 'إبطال # رابط أُرسل بالبريد',
        one: 'إبطال رابط واحد أُرسل بالبريد',
        two: 'إبطال رابطين أُرسلا بالبريد',
        few: 'إبطال # روابط أُرسلت بالبريد',
        many: 'إبطال # رابطًا أُرسل بالبريد',
        other: 'إبطال # رابط أُرسل بالبريد',
      }),
      more: plural('ar', {
        zero: 'إرسال # رابط بالبريد',
        one: 'إرسال رابط واحد بالبريد',
        two: 'إرسال رابطين بالبريد',
        few: 'إرسال # روابط بالبريد',
        many: 'إرسال # رابطًا بالبريد',
        other: 'إرسال # رابط بالبريد',
      }),
    },
  },
  events: {
    recoveryRequested: () => html`طلب شخص ما رابطًا لاختيار كلمة مرور جديدة`,
    browserLinkRequested: () => html`طلب شخص ما رابطًا لاستخدام متصفح جديد`,
    verificationRequested: () => html`أُرسل رابط لتأكيد عنوان البريد`,
    letterResent: () => html`أرسل القائمون على هذه الخدمة رسالة البريد التي فيها الرابط مرة أخرى`,
    codeRefused: () => html`أدخل شخص ما رمزًا خاطئًا من رسالة بريد`,
    codeUsed: () => html`أُدخل رمز من رسالة بريد بدلًا من فتح رابطها`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: 'أنشئ الحساب من جديد؛ فالنموذج يُملأ سريعًا. افتح أحدث رسالة خلال يوم.',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: 'اضغط «هل نسيت كلمة المرور؟» مرة أخرى، وافتح أحدث رسالة خلال نصف ساعة.',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: 'سجّل الدخول مرة أخرى من المتصفح الذي تريد استخدامه، واطلب رابطًا آخر، وافتح فيه أحدث رسالة خلال نصف ساعة.',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': { ...verification, ended, tell: 'سجّل الدخول، واطلب رسالة أخرى.' },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': { times, ended, tell: 'اطلب الرسالة مرة أخرى، وافتح أحدث رسالة خلال نصف ساعة.' },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: 'طُلب حساب بهذا العنوان بقدر ما هو مسموح.',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: 'طُلبت كلمة مرور جديدة بهذا العنوان بقدر ما هو مسموح.',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked: 'طُلب رابط لمتصفح جديد بهذا العنوان بقدر ما هو مسموح.',
    },
    'limit-code-per-email': {
      ...limit,
      asked: 'جُرّبت رموز الرسائل لهذا العنوان بقدر ما هو مسموح.',
    },
  },
}
