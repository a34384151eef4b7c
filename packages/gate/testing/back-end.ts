import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** An account of the back end. Without a subject, it has a password and no central account. */
export interface BackEndAccount {
  readonly id: string
  name: string | null
  email: string
  subject: string | null
  hasPassword: boolean
}

/** A hook that has arrived with a valid signature. */
export interface ArrivedHook {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Answers a hook in place of the back end. */
export type Answer = (res: ServerResponse, genuine: () => Promise<object | null>) => void | Promise<void>

/** A back end with hooks, in this process, on a port. */
export interface BackEnd {
  readonly url: string
  readonly secret: string
  readonly accounts: Map<string, BackEndAccount>
  /** The sessions of its old sign-in: the account of each cookie, and whether the password was entered lately. */
  readonly oldSessions: Map<string, { readonly accountId: string; isFresh: boolean }>
  readonly arrived: ArrivedHook[]
  /** How many requests had no valid signature. */
  refused(): number
  /** Answers this hook in another way, until it is called with null. */
  instead(hook: string, answer: Answer | null): void
  close(): Promise<void>
}

/** Replaces what the hook answers. */
export const says =
  (body: unknown, status = 200): Answer =>
  (res) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Starts it. `secret` is the one that it knows. */
export async function startBackEnd(secret = SECRET): Promise<BackEnd> {
  const state = {
    ...{ accounts: new Map(), oldSessions: new Map(), arrived: [] as ArrivedHook[] },
    ...{ instead: new Map<string, Answer>(), refused: 0, secret },
  }
  const server = createServer((req, res) => void answer(state, req, res).catch(() => req.socket.destroy()))
  const url = await listen(server)
  return {
    ...{ url, secret, accounts: state.accounts, oldSessions: state.oldSessions, arrived: state.arrived },
    refused: () => state.refused,
    instead: (hook, other) => void (other ? state.instead.set(hook, other) : state.instead.delete(hook)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/portico/hooks`
}

interface State extends Pick<BackEnd, 'accounts' | 'oldSessions' | 'arrived' | 'secret'> {
  readonly instead: Map<string, Answer>
  refused: number
}

async function answer(state: State, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of req) chunks.push(chunk)
  const hook = verified(state, req, Buffer.concat(chunks).toString())
  if (!hook) {
    state.refused += 1
    return void res.writeHead(401).end()
  }
  state.arrived.push(hook)
  const genuine = async () => handle(state, hook)
  const other = state.instead.get(hook.type)
  if (other) return other(res, genuine)
  const body = await genuine()
  if (!body) return void res.writeHead(501).end()
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The library of Standard Webhooks, as any back end may use it. */
function verified({ secret }: State, { headers }: IncomingMessage, body: string): ArrivedHook | null {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as ArrivedHook
  } catch {
    return null
  }
}

function handle(state: State, { type, data }: ArrivedHook): object | null {
  const hook = Object.hasOwn(HOOKS, type) ? HOOKS[type] : undefined
  return hook ? hook(state, data) : null
}

type Data = ArrivedHook['data']
interface Identity {
  readonly subject: string
  readonly email: string
  readonly name: string | null
}

const identityIn = (data: Data) => (data['identity'] ?? data) as Identity
const knownBy = ({ accounts }: State, { subject }: Identity) =>
  [...accounts.values()].find((account) => account.subject === subject)

/** What the back end answers. A hook that is missing here is a 501. */
const HOOKS: Readonly<Record<string, (state: State, data: Data) => object>> = {
  load({ accounts }, data) {
    const account = accounts.get(String(data['account_id']))
    return { account: account ? { id: account.id, name: account.name } : null }
  },
  provision: (state, data) => ({
    account_id: (knownBy(state, identityIn(data)) ?? add(state, identityIn(data))).id,
  }),
  email_taken(state, data) {
    const { email } = identityIn(data)
    const owners = [...state.accounts.values()].filter((one) => one.hasPassword && one.email === email)
    return { taken: !knownBy(state, identityIn(data)) && owners.length > 0 }
  },
  signed_in({ accounts }, data) {
    const account = accounts.get(String(data['account_id']))
    if (account) account.name = identityIn(data).name
    return {}
  },
  old_session({ oldSessions }, data) {
    const { sessionid = '' } = data['cookies'] as Record<string, string>
    const id = sessionid || String(data['bearer'])
    const found = oldSessions.get(id)
    return { session: found ? { id, account_id: found.accountId } : null }
  },
  old_session_state({ oldSessions }, data) {
    const session = oldSessions.get(String(data['session_id']))
    const isOpen = session?.accountId === data['account_id']
    return { open: isOpen, fresh: isOpen && session?.isFresh === true }
  },
  link: (state, data) => link(state, String(data['account_id']), identityIn(data).subject),
  end_old_session({ oldSessions }, data) {
    oldSessions.delete(String(data['session_id']))
    return {}
  },
}

function add({ accounts }: State, { subject, email, name }: Identity): BackEndAccount {
  const account = { id: String(accounts.size + 1), name, email, subject, hasPassword: false }
  accounts.set(account.id, account)
  return account
}

/** The password and the old sessions end in the moment in which the account gets its subject. */
function link({ accounts, oldSessions }: State, accountId: string, subject: string): object {
  const account = accounts.get(accountId)
  if (!account) throw new Error(`no account ${accountId}`)
  Object.assign(account, { subject, hasPassword: false })
  for (const [id, session] of oldSessions) if (session.accountId === accountId) oldSessions.delete(id)
  return {}
}
