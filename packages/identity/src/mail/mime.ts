import type { ComposedMail } from './transport.ts'

/**
 * Writes a mail as an Internet message (RFC 5322) with a text and an HTML part. The library is loaded for the first
 * mail, because it takes a tenth of a start.
 */
export async function toInternetMessage(mail: ComposedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: { ...mail.from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    messageId: `<${mail.headerId}>`,
    date: new Date(mail.at * 1000),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
