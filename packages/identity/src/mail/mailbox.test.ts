import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { UnixMilliseconds, UnixSeconds } from '../platform/clock.ts'
import { listMailbox } from './mailbox.ts'
import { createMailboxTransport } from './mailbox-transport.ts'
import type { ComposedMail } from './transport.ts'

const folders: string[] = []
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'portico-mailbox-'))
  folders.push(made)
  return made
}
afterEach(async () => {
  for (const one of folders.splice(0)) await rm(one, { recursive: true })
})

let milliseconds = 1_800_000_000_000
const clock = {
  now: () => Math.floor(milliseconds / 1000) as UnixSeconds,
  nowMilliseconds: () => milliseconds as UnixMilliseconds,
}
const mail = (messageId: string): ComposedMail => ({
  messageId,
  headerId: `${messageId}@localhost`,
  from: { name: 'Portico', address: 'no-reply@localhost' },
  to: 'ada@example.org',
  subject: 'Hello',
  at: clock.now(),
  language: 'en',
  text: 'Open:\nhttp://localhost:4000/register/confirm/?link=pgl_x\n\nBye.\n',
  html: '<p>Hello</p>',
})

test('mails are listed newest first, with the links of their text', async () => {
  const dataDir = await folder()
  const transport = createMailboxTransport(dataDir, clock)
  for (const id of ['one', 'two', 'three']) {
    milliseconds += 1
    expect(await transport.send(mail(id))).toEqual({ kind: 'sent' })
  }
  const mails = await listMailbox(dataDir)
  expect(mails.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
  expect(mails[0]?.links).toEqual(['http://localhost:4000/register/confirm/?link=pgl_x'])
})

test('a data directory without mails has none', async () => {
  expect(await listMailbox(join(await folder(), 'not-there'))).toEqual([])
})

test('a mail that is being written is not listed, and files are for their owner only', async () => {
  const dataDir = await folder()
  await createMailboxTransport(dataDir, clock).send(mail('one'))
  await writeFile(join(dataDir, 'mail', '999-x.draft'), '{"half')
  expect(await listMailbox(dataDir)).toHaveLength(1)
  const [name = ''] = (await readdir(join(dataDir, 'mail'))).filter((file) => file.endsWith('.json'))
  expect((await stat(join(dataDir, 'mail', name))).mode & 0o777).toBe(0o600)
})

test('a folder that cannot be written makes mail unavailable, not the process fall', async () => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'mail'), 'a file')
  const transport = createMailboxTransport(dataDir, clock)
  expect(await transport.send(mail('one'))).toMatchObject({ kind: 'unavailable' })
  await expect(transport.probe()).rejects.toThrow()
})
