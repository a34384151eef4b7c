import type { NamedServer } from './address.ts'
import type { Database } from './database.ts'
import { hashUuid } from './uuid-hash.ts'

/** A server of a distributed database, as Citus lists it. */
export interface ListedServer extends NamedServer {
  /** Its number in the cluster (`groupid`). */
  readonly group: number
}

/** A part of the citizens, as Citus lists it: those whose hash is in a range. */
export interface CitizenPart extends ListedServer {
  /** Its number in the table `citizens`. It keeps it where it moves. */
  readonly shard: number
  readonly from: number
  readonly to: number
  /** Whether the asked server has it. */
  readonly isHere: boolean
  /** The hash of `KNOWN_CITIZEN` at the asked server. */
  readonly knownHash: number
}

/** Its hash shows whether the server calculates as `hashUuid` does: one with big-endian numbers has another one. */
const KNOWN_CITIZEN = '00112233-4455-6677-8899-aabbccddeeff'

/** A part of the citizens, and the place of its server. Undefined for the asked server. */
interface MappedPart {
  readonly shard: number
  readonly place: string | undefined
}

/** Which server has which citizens. */
export interface CitizenMap {
  /** The servers beside the asked one, by their places. */
  readonly others: ReadonlyMap<string, ListedServer>
  /** The part with this citizen. Undefined where the list does not say. */
  partWith(citizenId: string): MappedPart | undefined
  /** Where a part is now. Undefined for the asked server. */
  placeOf(shard: number): string | undefined
}

/**
 * Reads which server has which citizens, from the lists of which each server of a distributed database keeps a copy (Citus's manual,
 * "Citus Tables and Views"). No other server is asked. A server that gets no changes of the lists is left out: it would prove a part by an old one. All tables of citizens are divided in the same way.
 */
export function findParts(db: Pick<Database, 'query'>): Promise<CitizenPart[]> {
  return db.query<CitizenPart>`
    select s.shardid as shard, s.shardminvalue::int as "from", s.shardmaxvalue::int as "to", n.nodename as host, n.nodeport as port,
           n.groupid as "group",
           n.groupid = (select groupid from pg_dist_local_group) as "isHere",
           uuid_hash(${KNOWN_CITIZEN}::uuid) as "knownHash"
      from pg_dist_shard s
      join pg_dist_placement p on p.shardid = s.shardid
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive and n.hasmetadata and n.metadatasynced
      join pg_class c on c.oid = s.logicalrelid
     where c.relname = 'citizens' and c.relnamespace = current_schema()::regnamespace
     order by 2`
}

/** Makes the map of a list. */
export function mapOf(parts: readonly CitizenPart[]): CitizenMap {
  const right = parts.filter(({ knownHash }) => knownHash === hashUuid(KNOWN_CITIZEN))
  const elsewhere = right.filter(({ isHere }) => !isHere)
  const mapped = right.map(({ isHere, ...part }) => ({
    ...part,
    place: isHere ? undefined : placeOf(part),
  }))
  return {
    others: new Map(
      elsewhere.map(({ host, port, group }) => [placeOf({ host, port, group }), { host, port, group }]),
    ),
    partWith(citizenId) {
      const hash = hashUuid(citizenId)
      return mapped.find(({ from, to }) => from <= hash && hash <= to)
    },
    placeOf: (shard) => mapped.find((part) => part.shard === shard)?.place,
  }
}

function placeOf({ host, port, group }: ListedServer): string {
  return `${host}:${port} ${group}`
}
