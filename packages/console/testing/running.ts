import type { TestService } from '../../identity/testing/test-service.ts'

/** A setting as a process writes it down. */
export interface WrittenSetting {
  readonly name: string
  readonly value: string | null
  readonly given: string
}

export const setting = (name: string, value: string | null, given = 'variable'): WrittenSetting => ({
  ...{ name, value, given },
})

let made = 0

/** Another process of the service says that it runs. Returns where. */
export async function runs(
  { database, clock }: TestService,
  host: string,
  settings: readonly WrittenSetting[],
): Promise<string> {
  made += 1
  const now = clock.now()
  await database.db.query`
    insert into instances (instance_id, host, process_id, settings, started_at, seen_at)
    values (gen_random_uuid(), ${host}, ${made}, ${JSON.stringify(settings)}::text::jsonb, to_timestamp(${now + made}), clock_timestamp())`
  return `${host}:${made}`
}
