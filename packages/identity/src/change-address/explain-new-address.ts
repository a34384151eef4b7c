import { type Citizen, findCitizen } from '../citizens/index.ts'
import { findPutOffLink, findRefusal, sayHandOver, sayPutOff, sayRefused } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { ExplainNeeds, Finding, Reader, Said } from '../platform/room/explains.ts'
import { findChange } from './address-change-store.ts'
import { changeFinding } from './change-finding.ts'
import { CHANGE_LETTERS } from './change-letters.ts'
import { countingChange } from './change-of.ts'
import { NEW_ADDRESS_LINK } from './links.ts'

interface WantedBy {
  readonly citizenId: string
}

interface AskedLink {
  readonly hash: Buffer
  readonly askedAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** Tells a supporter of an address that no account has: one is changing to it, or has asked for a link to it. */
export async function explainNewAddress(needs: ExplainNeeds, email: string): Promise<readonly Finding[]> {
  const { db, clock } = needs
  for (const { citizenId } of await findWaitingFor(db, email)) {
    const [citizen, change] = await Promise.all([findCitizen(db, citizenId), findChange(db, citizenId)])
    const counting = citizen && change && countingChange(change, citizen, clock.now())
    if (change && counting?.stage === 'waits' && counting.newEmail === email)
      return [
        changeFinding('new-address-waits', (words, { when }) => ({
          found: [words.asked(when(change.askedAt)), words.from(when(counting.at))],
          tell: [words.tell(when(counting.at))],
        })),
      ]
  }
  const link = await findNewestLink(db, email)
  if (!link) return []
  return [
    link.expiresAt <= clock.now() ? await expired(db, link) : waits(link, await handOverOf(db, link, email)),
  ]
}

/** Tells a supporter that an account has asked for a link to another address, and that nobody has opened it. It does not say which address. */
export async function explainOwnLink(needs: ExplainNeeds, citizen: Citizen): Promise<readonly Finding[]> {
  const { db, clock } = needs
  const link = await findOwnLink(db, citizen, clock.now())
  if (!link) return []
  const { askedAt, expiresAt, email } = link
  const [refusal, handedOver] = await Promise.all([findRefusal(db, link.hash), handOverOf(db, link, email)])
  return [
    changeFinding('address-link-waits', (words, reader) => ({
      found: [words.asked(reader.when(askedAt)), ...handedOver(reader), words.works(reader.when(expiresAt))],
      tell: [refusal === undefined ? words.openLink : words.askAgain, words.notMe],
    })),
  ]
}

/** What became of the letter with a link. Whoever has the address already gets another one, and nothing tells them apart. */
async function handOverOf(
  db: Database,
  { hash, askedAt: since }: AskedLink,
  recipient: string,
): Promise<(reader: Reader) => Said> {
  const refusal = await findRefusal(db, hash)
  const kinds = [CHANGE_LETTERS.prove.name, CHANGE_LETTERS.taken.name]
  return refusal === undefined ? sayHandOver(db, { recipient, kinds, since }) : sayRefused(refusal)
}

async function expired(db: Database, { hash, askedAt, expiresAt }: AskedLink): Promise<Finding> {
  const tries = await findPutOffLink(db, hash)
  return changeFinding('new-address-link-expired', (words, reader) => ({
    found: [
      words.asked(reader.when(askedAt)),
      ...(tries === undefined ? [words.ended(reader.when(expiresAt))] : sayPutOff(tries)(reader)),
    ],
    tell: [words.tell],
  }))
}

function waits({ askedAt, expiresAt }: AskedLink, handedOver: (reader: Reader) => Said): Finding {
  return changeFinding('new-address-link-waits', (words, reader) => ({
    found: [words.asked(reader.when(askedAt)), ...handedOver(reader), words.works(reader.when(expiresAt))],
    tell: [words.tell],
  }))
}

// plan: a change is there for as long as it waits and can be undone; only a supporter asks.
// excused: "done_at is null" because countingChange says the same of each; and where a change was carried out, an account has its address, and nobody asks here.
/** The citizens whose change to this address waits, the newest first. On all servers. */
function findWaitingFor(db: Database, email: string): Promise<readonly WantedBy[]> {
  return db.query<WantedBy>`
    select citizen_id as "citizenId" from address_changes
     where new_email = ${email} and done_at is null order by asked_at desc limit 5`
}

/** The newest link of a citizen to another address that nobody has opened, and that has neither ended nor expired. */
function findOwnLink(
  db: Database,
  { citizenId, securityVersion }: Citizen,
  now: UnixSeconds,
): Promise<(AskedLink & { readonly email: string }) | undefined> {
  return firstRow(db.query<AskedLink & { readonly email: string }>`
    select link_hash as hash, coalesce(email, '') as email, extract(epoch from created_at)::bigint as "askedAt", extract(epoch from expires_at)::bigint as "expiresAt"
      from mailed_links
     where citizen_id = ${citizenId} and security_version = ${securityVersion} and kind = ${NEW_ADDRESS_LINK.kind}
       and expires_at > to_timestamp(${now})
     order by created_at desc limit 1`)
}

/** The newest link to this address that nobody has opened, and that has not ended with the sessions of its citizen (reads citizens). Housekeeping keeps it for some days after its end. On all servers. */
function findNewestLink(db: Database, email: string): Promise<AskedLink | undefined> {
  return firstRow(db.query<AskedLink>`
    select l.link_hash as hash, extract(epoch from l.created_at)::bigint as "askedAt", extract(epoch from l.expires_at)::bigint as "expiresAt"
      from mailed_links l join citizens c on c.citizen_id = l.citizen_id and c.security_version = l.security_version
     where l.kind = ${NEW_ADDRESS_LINK.kind} and l.email = ${email}
     order by l.created_at desc limit 1`)
}
