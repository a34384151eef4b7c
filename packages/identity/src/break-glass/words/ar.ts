import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in Arabic. */
export const ar: BreakGlassWords = {
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: 'يمكن دخول لوحة التشغيل دون تسجيل الدخول',
      before: [
        `أنشأ شخص ما على خادم ${serviceName} رمزًا يفتح لوحة التشغيل دون تسجيل الدخول، باسم أحد أفراد الفريق. يعمل الرمز مرة واحدة فقط، وينتهي في ${moment(endsAt)}.`,
        'هذا الرمز مخصّص للساعة التي لا يستطيع فيها أحد تسجيل الدخول. تصل هذه الرسالة إلى جميع أفراد الفريق. يبيّن السجل من أنشأ الرمز ولماذا، وتعرضه كل صفحة من صفحات اللوحة إلى أن ينتهي.',
        'إذا لم تكن أنت من فعل ذلك ولم يخبرك أحد بسبب الحاجة إليه، فربما يكون شخص ما قد وصل إلى الخادم. أنهِ الرمز من هناك: الأمر portico operator remove يزيل الشخص الذي أُنشئ له الرمز، ويزول الرمز معه.',
      ],
      steps: [{ label: 'تسجيل الدخول', address: signInAddress }],
    }),
  },
}
