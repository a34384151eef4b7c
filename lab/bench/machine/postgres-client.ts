import { Client } from 'pg'

/** How to reach a server; whoever reaches its socket is let in. */
export interface ServerPlace {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/** Runs statements on a connection of their own. */
export async function withClient<Value>(
  { socketDir, port, user }: ServerPlace,
  database: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ host: socketDir, port, user, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
