import type { Pool } from 'pg'

/** One table for everything, as JSON. */
export const PEER_SCHEMA = `
  create table oidc (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    user_code text,
    uid text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (model, id)
  );
  create index oidc_by_grant on oidc (grant_id) where grant_id is not null;
  create index oidc_by_user_code on oidc (user_code) where user_code is not null;
  create index oidc_by_uid on oidc (model, uid) where uid is not null;
`

type Payload = Readonly<Record<string, unknown>>

interface Row {
  readonly payload: Payload
  readonly consumed: number | null
}

const COLUMNS = 'payload, extract(epoch from consumed_at)::int as consumed'
const ALIVE = '(expires_at is null or expires_at > now())'

/** The plain adapter that the package asks for (https://github.com/panva/node-oidc-provider, `adapter`). */
export class PostgresAdapter {
  readonly #pool: Pool
  readonly #model: string

  constructor(pool: Pool, model: string) {
    this.#pool = pool
    this.#model = model
  }
  async upsert(id: string, payload: Payload, expiresInSeconds?: number): Promise<void> {
    const text = `insert into oidc (model, id, payload, grant_id, user_code, uid, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second')
      on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
        user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`
    const { grantId, userCode, uid } = payload
    const values = [JSON.stringify(payload), grantId, userCode, uid, expiresInSeconds]
    await this.#query('upsert', text, [id, ...values])
  }
  find(id: string): Promise<Payload | undefined> {
    return this.#one('find', `select ${COLUMNS} from oidc where model = $1 and id = $2 and ${ALIVE}`, id)
  }
  findByUid(uid: string): Promise<Payload | undefined> {
    return this.#one(
      'find-uid',
      `select ${COLUMNS} from oidc where model = $1 and uid = $2 and ${ALIVE}`,
      uid,
    )
  }
  findByUserCode(code: string): Promise<Payload | undefined> {
    const text = `select ${COLUMNS} from oidc where model = $1 and user_code = $2 and ${ALIVE}`
    return this.#one('find-user-code', text, code)
  }
  async consume(id: string): Promise<void> {
    await this.#query('consume', 'update oidc set consumed_at = now() where model = $1 and id = $2', [id])
  }
  async destroy(id: string): Promise<void> {
    await this.#query('destroy', 'delete from oidc where model = $1 and id = $2', [id])
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#query('revoke', 'delete from oidc where model = $1 and grant_id = $2', [grantId])
  }
  async #one(name: string, text: string, key: string): Promise<Payload | undefined> {
    const [row] = await this.#query(name, text, [key])
    if (!row) return undefined
    return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed }
  }
  async #query(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>({ name, text, values: [this.#model, ...values] })).rows
  }
}
