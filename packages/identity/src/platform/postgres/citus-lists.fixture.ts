import type { DatabaseAddress, NamedServer } from './address.ts'
import { openSession } from './session.ts'

/** A part of the citizens in the lists. */
export interface ListedPart {
  readonly from: number
  readonly to: number
  /** `left`, `right`, or `here`, the server that is asked. */
  readonly at: 'here' | 'left' | 'right'
}

/** The parts of a distributed table with four of them, as Citus divides them. */
export const FOUR_PARTS: readonly ListedPart[] = [
  { from: -2_147_483_648, to: -1_073_741_825, at: 'left' },
  { from: -1_073_741_824, to: -1, at: 'right' },
  { from: 0, to: 1_073_741_823, at: 'here' },
  { from: 1_073_741_824, to: 2_147_483_647, at: 'left' },
]

/** A session that begins with this setting is one of the server with this number. */
export const LOCAL_GROUP = 'lists.local_group'

/**
 * Gives a server without Citus the lists that Citus has (its manual, "Citus Tables and Views"), so that the tables count as distributed.
 * All rows stay where they are: the parts are views of the whole tables. Part number 0 of the citizens is `citizens_0`, and so on.
 * The lock of a part is an advisory lock with its number.
 */
export async function makeCitusLists(
  address: DatabaseAddress,
  workers: Readonly<Record<'left' | 'right', NamedServer>>,
  parts: readonly ListedPart[] = FOUR_PARTS,
): Promise<void> {
  const groups = { here: 0, left: 1, right: 2 }
  const session = await openSession(address)
  await session.runText(`
    set allow_system_table_mods = on;
    create table pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod text, colocationid int, repmodel text);
    insert into pg_catalog.pg_dist_partition values ('clients', 'n', 1, 't'), ('citizens', 'h', 2, 's'), ('access_tokens', 'h', 2, 's'),
      ('login_emails', 'h', 3, 's'), ('outbox', 'n', 4, 's'), ('schema_migrations', 'n', 1, 't');
    create view pg_dist_local_group as
      select coalesce(nullif(current_setting('${LOCAL_GROUP}', true), ''), '0')::int as groupid;
    create table pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, noderole text, isactive bool,
      hasmetadata bool default true, metadatasynced bool default true);
    create table pg_dist_shard (shardid int, logicalrelid regclass, shardminvalue text, shardmaxvalue text);
    create table pg_dist_placement (shardid int, groupid int);
    insert into pg_dist_node values (1, 0, 'here', 5432, 'primary', true), (4, 3, 'left', 1, 'primary', false), (5, 1, 'standby', 1, 'secondary', true);
    insert into pg_dist_shard values (99, 'sessions', '-2147483648', '2147483647'), (98, 'login_emails', '0', '1073741823'),
      (97, 'clients', null, null);
    insert into pg_dist_placement values (99, 2), (97, 0), (97, 1), (97, 2);
    create view clients_97 as select * from clients;
    create function lock_shard_metadata(mode int, shards bigint[]) returns void language sql as $$
      select pg_advisory_xact_lock_shared(shard) from unnest(shards) as shard where mode = 5 $$;
    create function shard_name(name regclass, shard bigint) returns text language sql as $$ select concat(name, '_', shard) $$`)
  for (const [name, { host, port }] of Object.entries(workers))
    await session.query`
      insert into pg_dist_node
      values (${name === 'left' ? 2 : 3}, ${name === 'left' ? 1 : 2}, ${host}, ${port}, 'primary', true)`
  for (const [shard, { from, to, at }] of parts.entries()) {
    await session.query`insert into pg_dist_shard values (${shard}, 'citizens', ${String(from)}, ${String(to)})`
    await session.query`insert into pg_dist_shard values (${shard + 10}, 'access_tokens', ${String(from)}, ${String(to)})`
    for (const each of [shard, shard + 10])
      await session.query`insert into pg_dist_placement values (${each}, ${groups[at]})`
    await session.runText(`
      create view citizens_${shard} as select * from citizens;
      create view access_tokens_${shard + 10} as select * from access_tokens`)
  }
  await session.close()
}
