import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { mailboxFolder, type StoredMail } from './mailbox.ts'
import type { ComposedMail, MailTransport } from './transport.ts'

/** Stores every mail as a file and sends none, for a machine without a mail server. */
export function createMailboxTransport(dataDir: string, clock: Clock): MailTransport {
  const folder = mailboxFolder(dataDir)
  const prepare = () => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    send: async (mail) => {
      try {
        await prepare()
        await writeAtOnce(
          folder,
          `${String(clock.nowMilliseconds()).padStart(15, '0')}-${mail.messageId}`,
          mail,
        )
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'unavailable', reply: error instanceof Error ? error.message : 'unknown' }
      }
    },
    probe: async () => {
      await prepare()
      return undefined
    },
    close: () => undefined,
  }
}

/** Writes a file atomically: it is there completely or not at all. */
async function writeAtOnce(folder: string, name: string, mail: ComposedMail): Promise<void> {
  const { messageId: id, to, subject, at, text, html } = mail
  const stored: StoredMail = { id, to, subject, at, text, html, links: text.match(/https?:\/\/\S+/g) ?? [] }
  const draft = join(folder, `${name}.draft`)
  await writeFile(draft, JSON.stringify(stored, undefined, 2), { mode: 0o600 })
  await rename(draft, join(folder, `${name}.json`))
}
