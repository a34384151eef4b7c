import { html } from '../../platform/html.ts'
import type { InvestigationWords } from './en.ts'

/** Investigations, in Arabic. */
export const ar: InvestigationWords = {
  acts: {
    begin: {
      title: 'إخفاء الاطلاعات على الحساب عن صاحبه لمدة',
      note: 'تعرض صفحة النشاط بعد ذلك كل اطلاع مع وقته. أما ما يغيّر شيئًا فيظهر فورًا.',
      labels: { days: 'لكم يومًا' },
      nothing: { runs: 'الحساب قيد التحقيق بالفعل، ولا يؤجَّل الانتهاء.' },
    },
    end: {
      title: 'إنهاء التحقيق',
      note: 'تعرض صفحة النشاط منذ ذلك الحين كل اطلاع كان مخفيًا. لا تُرسل أي رسالة.',
      nothing: { none: 'الحساب ليس قيد التحقيق.' },
    },
  },
  events: {
    begun: () => html`بدأ القائمون على هذه الخدمة تحقيقًا في الحساب. وتُعرض اطلاعاتهم بعد انتهائه`,
    ended: () => html`انتهى تحقيق القائمين على هذه الخدمة في الحساب`,
  },
}
