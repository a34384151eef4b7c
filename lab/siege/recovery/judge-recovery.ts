import { linkPath } from '../../../journeys/kit/mail-server.ts'
import { enterProgram, introspect } from '../../../packages/identity/testing/program-flow.ts'
import type { Siege } from '../stage.ts'
import { type Deployment, registration, SUBJECTS } from '../targets/deployment.ts'
import { findAlive, type Issued, PASSWORD } from '../targets/issued.ts'
import { checkIssued, checkPasswords } from './check-parts.ts'
import type { Part } from './load.ts'
import { digestCrowd } from './million.ts'

/** What was seen before the database went back. */
export interface Witnesses {
  /** The moment, as PostgreSQL writes it. */
  readonly moment: string
  /** The accounts of the crowd at the moment. */
  readonly digest: string
  /** Issued before the moment and never used. */
  readonly unused: readonly Issued[]
  /** Issued before the moment and used or ended after it, with a new password. */
  readonly usedLater: readonly Issued[]
  /** Issued after the moment, to citizens of after the moment. */
  readonly issuedLater: readonly Issued[]
}

/** The service after the recovery, and what the ledgers and witnesses say of before. */
export interface Evidence {
  readonly deployment: Deployment
  readonly parts: Readonly<Record<'before' | 'astride' | 'after', Part>>
  readonly witnesses: Witnesses
}

/** Holds the service against the ledgers. */
export async function judgeRecovery(siege: Siege, evidence: Evidence): Promise<void> {
  const { parts } = evidence
  const all = Object.values(parts)
  siege.judge(
    'the load gets no wrong answer, also while the backup runs',
    all.flatMap(({ faults }) => faults),
    `${all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)} effects acknowledged, ${all.reduce((sum, { unanswered }) => sum + unanswered, 0)} operations ended without an answer, or with 503`,
  )
  await judgeWhatLives(siege, evidence)
  await judgeWhatIsEnded(siege, evidence)
  await judgeWhatIsAbsent(siege, evidence)
  await judgeSubjects(siege, evidence)
}

async function judgeWhatLives(siege: Siege, { deployment, parts, witnesses }: Evidence): Promise<void> {
  const digest = await digestCrowd(deployment.database.db)
  const passwords = await checkPasswords(parts.before, 'before')
  const lost: string[] = digest === witnesses.digest ? [] : [`the crowd is ${digest}`]
  for (const issued of [...witnesses.unused, ...witnesses.usedLater]) {
    const { tokens } = await enterProgram(deployment.at(0).service, deployment.program, issued.citizen)
    const { sub } = await introspect(deployment.at(0).service, deployment.program, tokens.access_token)
    if (sub !== issued.citizen.subject) lost.push(`${issued.citizen.email} has another subject`)
  }
  siege.judge(
    'what was acknowledged before the moment lives: accounts, passwords, consents, and the subject by which a program knows a citizen',
    [...lost, ...passwords.faults],
    `${witnesses.digest.split(',')[0]} with their consents, ${passwords.tried} passwords that were set or replaced, ${witnesses.unused.length + witnesses.usedLater.length} citizens entered a program as the same subject`,
  )
}

async function judgeWhatIsEnded(siege: Siege, { deployment, parts, witnesses }: Evidence): Promise<void> {
  const { faults, tried } = await checkIssued([parts.before, parts.astride])
  const alive: string[] = [...faults]
  const issued = [...witnesses.unused, ...witnesses.usedLater]
  for (const one of issued) {
    const found = await findAlive(deployment.at(0), deployment.program, one)
    alive.push(...found.filter((what) => what !== PASSWORD).map((what) => `${what} lives again`))
  }
  const versions = await deployment.database.db.query<{ version: number }>`
    select distinct security_version as version from citizens`
  if (versions.length !== 1 || !versions.every(({ version }) => version > 100_000_000))
    alive.push(`security versions: ${versions.map(({ version }) => version).join(' ')}`)
  siege.judge(
    'what was issued before the moment is ended, used or not: sessions, codes, tokens, grants, links; everybody has a new security version',
    alive,
    `${tried + issued.length * 7} values tried`,
  )
}

async function judgeWhatIsAbsent(siege: Siege, { deployment, parts, witnesses }: Evidence): Promise<void> {
  const { faults, tried } = await checkIssued([parts.after])
  const passwords = await checkPasswords(parts.after, 'after')
  const alive: string[] = [...faults, ...passwords.faults]
  for (const issued of witnesses.issuedLater)
    alive.push(...(await findAlive(deployment.at(0), deployment.program, issued)))
  for (const { citizen } of [...witnesses.issuedLater, ...witnesses.usedLater]) {
    const events = await deployment.database.db.query`
      select 1 from audit_events where citizen_id = ${citizen.citizenId} and name = 'password-reset'`
    if (events.length > 0) alive.push(`${citizen.email} has an event of after the moment`)
  }
  siege.judge(
    'what came after the moment is absent, and nothing of it works: citizens, new passwords, tokens, links, events',
    alive,
    `${tried + passwords.tried + witnesses.issuedLater.length * 8} values tried`,
  )
}

/** Somebody whose registration was lost registers again, and gets another subject, and a letter; nobody else gets one. */
async function judgeSubjects(siege: Siege, { deployment, witnesses }: Evidence): Promise<void> {
  const { database, mail } = deployment
  const faults: string[] = []
  const letters = mail.mails.length
  for (const { citizen } of witnesses.issuedLater) {
    await deployment.send(registration(citizen.email))
    const path = linkPath(await mail.mailTo(citizen.email, SUBJECTS.register))
    const browser = deployment.at(1).browser()
    await browser.submit(await browser.get(path), { password: 'seven swans on a slow canal' })
    const [again] = await database.db.query<{ subject: string }>`
      select subject from citizens where email = ${citizen.email}`
    if (again === undefined) faults.push(`${citizen.email} cannot register again`)
    if (again?.subject === citizen.subject) faults.push(`${citizen.email} has the lost subject again`)
  }
  await deployment.outboxEmpty()
  const sent = mail.mails.length - letters
  if (sent !== witnesses.issuedLater.length) faults.push(`${sent} letters were sent`)
  siege.judge(
    'who registers again gets another subject, and no letter of before is sent again',
    faults,
    `${witnesses.issuedLater.length} registrations, ${sent} letters`,
  )
}
