import { createHash } from 'node:crypto'
import pg from 'pg'
import { type ComposedMail, createMailSender } from '../../packages/identity/src/mail/index.ts'
import { UTC } from '../../packages/identity/src/platform/date-words.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../packages/identity/testing/test-service.ts'
import { dumpOver, type StoredData } from '../kit/secrets/stored-data.ts'

/** A whole service in the process of the test, with its routes, letters and rows. */
export type InnerStage = Awaited<ReturnType<typeof openInnerStage>>

/** Starts it. Limits are high unless the environment sets them. */
export async function openInnerStage(options: TestServiceOptions = {}) {
  const service = await startTestService({
    ...options,
    environment: { ...GENEROUS, ...options.environment },
  })
  const client = new pg.Client({ connectionString: service.database.url })
  await client.connect()
  /** Every row of every table. */
  const rows = () => dumpOver(client)
  return {
    ...{ service, rows },
    /** Sends the letters of the outbox and returns the mails, by recipient. */
    deliver: () => deliver(service),
    /**
     * A hash of the rows of each table. Two are equal if nothing was written between them. The counters of limits are left
     * out, because refusals count as well, and so are the last use of a client's secret and of a wrong one, which are noted after the answer.
     */
    async fingerprint(): Promise<Readonly<Record<string, string>>> {
      const tables = (await rows()).filter(({ name }) => name !== 'table rate_counters')
      return Object.fromEntries(tables.map((table) => [table.name, digestOf(table)]))
    },
    async close() {
      await client.end()
      await service.close()
    },
  }
}

const GENEROUS: Readonly<Record<string, string>> = {
  PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '1000000',
  PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '1000000',
  PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '1000000',
  PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE: '1000000',
}

/** What is noted after an answer, by its table. */
const NOTES: Readonly<Record<string, RegExp>> = {
  'table client_secrets': /"last_used_at":("[^"]*"|null)/g,
  'table clients': /"wrong_secret_at":("[^"]*"|null)/g,
}

/** Rows have no fixed order. */
function digestOf({ name, bytes }: StoredData): string {
  const text = bytes.toString()
  const notes = NOTES[name]
  const kept = notes ? text.replace(notes, '') : text
  const lines = kept.split('\n').sort().join('\n')
  return createHash('sha256').update(lines).digest('hex')
}

async function deliver({ foundation, baseUrl }: TestService): Promise<ReadonlyMap<string, ComposedMail>> {
  const mails = new Map<string, ComposedMail>()
  const sender = createMailSender({
    ...foundation,
    sender: {
      baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      from: { name: 'Portico', address: 'no-reply@localhost' },
    },
    transport: {
      probe: async () => undefined,
      send: async (mail) => {
        mails.set(mail.to, mail)
        return { kind: 'sent' }
      },
      close: () => undefined,
    },
  })
  await sender.sendDue()
  return mails
}

/** The path of the one link of a letter. */
export function linkPathOf(mail: ComposedMail | undefined): string {
  const link = /https?:\/\/\S+\?link=\S+/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`No link in: ${mail?.text}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** The code of a letter. */
export function codeOf(mail: ComposedMail | undefined): string {
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code in: ${mail?.text}`)
  return code
}
