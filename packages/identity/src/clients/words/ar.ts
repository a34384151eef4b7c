import { html } from '../../platform/html.ts'
import type { ClientWords } from './en.ts'

/** Programs, in Arabic. */
export const ar: ClientWords = {
  findings: {
    'program-disabled': {
      found: (program, at) => html`عطّل الفريق ${program} في ${at}.`,
      reason: (reason) => html`ما كتبه الفريق عن السبب: «${reason}».`,
      mayDo: (command) => html`من يقرر ذلك يعيد تفعيلها بالأمر: ${command}`,
      closed: (program) => html`${program} مغلقة أمام الجميع.`,
      others: 'حسابك كما كان، وخدماتك الأخرى تعمل.',
    },
    'program-without-secret': {
      found: (program) => html`ليس لدى ${program} أي سر صالح: لا يمكنها إتمام أي تسجيل دخول.`,
      mayDo: (command) => html`يحتاج القائمون على الخدمة إلى سر جديد: ${command}`,
      tell: (program) => html`لا يمكن تسجيل الدخول إلى ${program} حاليًا. وعلى القائمين عليها إصلاح ذلك.`,
    },
    'program-secret-refused': {
      found: (program, at) =>
        html`جاءت ${program} في ${at} بسر انتهت صلاحيته، ولم تستخدم منذ ذلك الحين سرًا صالحًا.`,
      mayDo: (command) => html`على من يدير الخدمة أن يضبط سرًا صالحًا: ${command}`,
      tell: (program) => html`لا يمكن تسجيل الدخول إلى ${program} حاليًا. وعلى القائمين عليها إصلاح ذلك.`,
    },
    'program-secret-never-right': {
      found: (program, at) =>
        html`جاء أحدهم باسم ${program} في ${at} بسر ليس من أسرارها، ولم يُستخدم أي من أسرارها قط.`,
      mayDo: (command) => html`يحتاج القائمون على الخدمة إلى سر جديد: ${command}`,
      tell: (program) => html`لم يسجل أحد الدخول إلى ${program} حتى الآن. وعلى القائمين عليها إصلاح ذلك.`,
    },
    'program-secret-wrong': {
      found: (program, at) =>
        html`جاء أحدهم باسم ${program} في ${at} بسر ليس من أسرارها. إن كانت ${program} نفسها فلا يمكن تسجيل الدخول إليها.`,
      right: (at) => html`جاء آخر سر صحيح في ${at}.`,
      mayDo: (command) => html`إن كانت هي، فالقائمون على الخدمة يحتاجون إلى سر جديد: ${command}`,
      tell: (program) =>
        html`ربما لا يمكن تسجيل الدخول إلى ${program} حاليًا. وعلى القائمين عليها التحقق من ذلك.`,
    },
    'program-secret-used': {
      never: (program) => html`لم تستخدم ${program} سرها قط: لم تُعدّ بعد، أو لديها سر خاطئ.`,
      used: (program, at) => html`أثبتت ${program} هويتها بسرها آخر مرة في ${at}.`,
      tell: (program) =>
        html`حاول مرة أخرى من صفحة ${program}. إذا لم ينجح ذلك، فأخبرنا بما تقوله الصفحة وبرقمها.`,
    },
  },
}
