import { createTestDatabase } from '../packages/identity/testing/database.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'
import { type MailServer, startMailServer } from './kit/mail-server.ts'

/** The service as a process with its own database and mail server. */
export interface Service {
  readonly identity: IdentityProcess
  readonly mailServer: MailServer
  close(): Promise<void>
}

/** Starts both. Limits are high unless the environment sets them. */
export async function openService(environment: Readonly<Record<string, string>> = {}): Promise<Service> {
  const [database, mailServer] = await Promise.all([createTestDatabase(), startMailServer()])
  const identity = await startIdentity({
    databaseUrl: database.url,
    environment: { PORTICO_SMTP_URL: mailServer.url, ...environment },
  })
  return {
    ...{ identity, mailServer },
    async close() {
      await identity.close()
      await mailServer.close()
      await database.drop()
    },
  }
}
