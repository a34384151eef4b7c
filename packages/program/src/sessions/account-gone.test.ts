import { describe, expect, test } from 'vitest'
import { beginSignIn, openCallback, outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** A citizen who has signed in once, and whose account was deleted after that. */
const deleted = async (program: TestProgram = testProgram()) => {
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const first = await signInThrough(program.sso, program.identity, citizen)
  const [accountId = ''] = program.accounts.all.keys()
  program.accounts.all.delete(accountId)
  return { program, citizen, first, accountId }
}

/** A sign-in up to its sso_code, which is not exchanged yet. */
const landed = async (program: TestProgram, citizen: { subject: string }, link?: string) => {
  const { url, verifier } = await beginSignIn(program, link === undefined ? {} : { link })
  const { code, error } = await openCallback(program, await program.identity.authorize(url, citizen))
  const exchange = () => program.ask('POST', 'exchange/', { body: { code, code_verifier: verifier } })
  return { code, error, exchange }
}

describe('a citizen whose account the program has deleted', () => {
  // proves: threat-deleted-account
  test('gets a new account at the next sign-in, and can use it', async () => {
    const { program, citizen, accountId } = await deleted()
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    const result = await program.sso.authenticate(bearer(accessToken))
    expect(result).toMatchObject({ status: 'ok', account: { email: 'ana@example.test' } })
    expect(result).not.toMatchObject({ accountId })
    expect(await program.sso.identityOf(accountId)).toBeNull()
    expect(program.events.map(({ type }) => type)).toEqual(['provisioned', 'provisioned'])
  })

  test('keeps the new account at every later sign-in', async () => {
    const { program, citizen } = await deleted()
    for (let i = 0; i < 3; i += 1) await signInThrough(program.sso, program.identity, citizen)
    expect(program.accounts.all.size).toBe(1)
    expect(program.events.at(-1)).toMatchObject({ type: 'sign_in' })
  })

  test('is signed out of the sessions of the old account, even where there is a new account', async () => {
    const { program, citizen, first } = await deleted()
    await signInThrough(program.sso, program.identity, citizen)
    expect(await program.sso.authenticate(bearer(first.accessToken))).toMatchObject({
      code: 'session_revoked',
      clearLocal: true,
    })
  })

  test('who signs in on ten devices at once gets one new account', async () => {
    const { program, citizen } = await deleted()
    await Promise.all(Array.from({ length: 10 }, () => signInThrough(program.sso, program.identity, citizen)))
    expect(program.accounts.all.size).toBe(1)
  })

  // proves: threat-deleted-account
  test('keeps the old link and the code where provisioning throws, and the code works afterwards', async () => {
    const { program, citizen, accountId } = await deleted()
    const { provision } = program.accounts
    const { exchange } = await landed(program, citizen)
    program.accounts.provision = () => Promise.reject(new Error('the table is locked'))
    expect(await outcome(await exchange())).toBe('503 misconfigured')
    expect(await program.sso.identityOf(accountId)).toMatchObject({ subject: citizen.subject })
    program.accounts.provision = provision
    expect(await outcome(await exchange())).toBe('200')
    expect(await program.sso.identityOf(accountId)).toBeNull()
  })

  test('gets existing_account where the program says so of the address, as a newcomer does', async () => {
    const { program, citizen } = await deleted()
    program.accounts.emailBelongsToLocalAccount = async () => true
    expect((await landed(program, citizen)).error).toBe('existing_account')
    expect(program.accounts.all.size).toBe(0)
  })

  test('whose account is deleted between callback and exchange gets a new one', async () => {
    const program = testProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    const { exchange } = await landed(program, citizen)
    program.accounts.all.clear()
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string }
    expect(await program.sso.authenticate(bearer(token))).toMatchObject({ status: 'ok' })
  })
})

describe('an account that cannot be read is not taken for a deleted one', () => {
  const broken = async () => {
    const program = testProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    const { load } = program.accounts
    const breakIt = () => void (program.accounts.load = () => Promise.reject(new Error('connection refused')))
    return { program, citizen, breakIt, mendIt: () => void (program.accounts.load = load) }
  }

  test('at the callback: unavailable, and nothing is written', async () => {
    const { program, citizen, breakIt } = await broken()
    breakIt()
    expect((await landed(program, citizen)).error).toBe('unavailable')
    expect(program.accounts.all.size).toBe(1)
  })

  // proves: threat-deleted-account
  test('at the exchange: 503, and the code works when the accounts are back', async () => {
    const { program, citizen, breakIt, mendIt } = await broken()
    const { exchange } = await landed(program, citizen)
    breakIt()
    expect(await outcome(await exchange())).toBe('503 misconfigured')
    mendIt()
    expect(await outcome(await exchange())).toBe('200')
    expect(program.accounts.all.size).toBe(1)
    expect(program.events.at(-1)).toMatchObject({ type: 'sign_in' })
  })
})

const legacy = () => {
  const program = testProgram({
    legacy: {
      authenticate: async (token) =>
        token.reveal() === 'old-token' ? { accountId: 'old-1', sessionRef: 'r1' } : null,
      closeLegacyAccess: async () => undefined,
    },
  })
  program.accounts.all.set('old-1', { id: 'old-1', name: 'Ana', email: 'ana@example.test' })
  return program
}

describe('a link whose account was deleted', () => {
  test('does not stop the citizen: a sign-in provisions a new account', async () => {
    const program = legacy()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    program.accounts.all.delete('old-1')
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    const result = await program.sso.authenticate(bearer(accessToken))
    const accountId = result.status === 'ok' ? result.accountId : ''
    expect(await program.sso.identityOf(accountId)).toMatchObject({ via: 'provisioned' })
  })

  test('is replaced by a link to an account that exists', async () => {
    const program = legacy()
    const citizen = program.identity.addCitizen({ email: 'other@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    for (const id of program.accounts.all.keys()) if (id !== 'old-1') program.accounts.all.delete(id)
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({ accountId: 'old-1' })
    expect(await program.sso.identityOf('old-1')).toMatchObject({ via: 'linked', subject: citizen.subject })
  })

  // proves: threat-deleted-account
  test('is not replaced if the account to link has another citizen: nothing is written', async () => {
    const program = legacy()
    const [citizen, other] = [1, 2].map((n) => program.identity.addCitizen({ email: `${n}@example.test` }))
    await signInThrough(program.sso, program.identity, citizen ?? { subject: '' })
    const [accountId = ''] = [...program.accounts.all.keys()].filter((id) => id !== 'old-1')
    program.accounts.all.delete(accountId)
    const waiting = await landed(program, citizen ?? { subject: '' }, 'old-token')
    await signInThrough(program.sso, program.identity, other ?? { subject: '' }, { link: 'old-token' })
    expect(await outcome(await waiting.exchange())).toBe('401 handoff_conflict')
    expect(await program.sso.identityOf('old-1')).toMatchObject({ subject: other?.subject })
    expect(await program.sso.identityOf(accountId)).toMatchObject({ subject: citizen?.subject })
  })
})

describe('forget', () => {
  test('ends the sessions, revokes the central grants and removes the link', async () => {
    const program = testProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const first = await signInThrough(program.sso, program.identity, citizen)
    await signInThrough(program.sso, program.identity, citizen)
    const [accountId = ''] = program.accounts.all.keys()
    expect(await program.sso.forget(accountId)).toEqual({ sessions: 2, links: 1 })
    expect(await program.sso.identityOf(accountId)).toBeNull()
    expect(await program.sso.sessions.list(accountId)).toEqual([])
    expect(await program.sso.authenticate(bearer(first.accessToken))).toMatchObject({
      code: 'session_revoked',
    })
    await program.sso.close()
    expect(program.identity.log.filter(({ path }) => path === '/o/revoke/')).toHaveLength(2)
    expect(program.events.filter(({ type }) => type === 'session_ended')).toHaveLength(2)
    expect(program.events.at(-1)).toMatchObject({ type: 'forgotten', accountId })
  })

  test('changes no other account, and returns zero for an unknown one', async () => {
    const program = testProgram()
    const [ana, ben] = ['ana', 'ben'].map((n) => program.identity.addCitizen({ email: `${n}@example.test` }))
    await signInThrough(program.sso, program.identity, ana ?? { subject: '' })
    const { accessToken } = await signInThrough(program.sso, program.identity, ben ?? { subject: '' })
    const [accountId = ''] = program.accounts.all.keys()
    await program.sso.forget(accountId)
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({ status: 'ok' })
    expect(await program.sso.forget(accountId)).toEqual({ sessions: 0, links: 0 })
    expect(await program.sso.forget('nobody')).toEqual({ sessions: 0, links: 0 })
  })

  test('lets the account be linked again, and a link that was under way is over', async () => {
    const program = legacy()
    const [thief, owner] = ['thief', 'ana'].map((n) =>
      program.identity.addCitizen({ email: `${n}@example.test` }),
    )
    await signInThrough(program.sso, program.identity, thief ?? { subject: '' }, { link: 'old-token' })
    expect(await program.sso.passwordSignInAllowed('old-1')).toBe(false)
    await program.sso.forget('old-1')
    expect(await program.sso.passwordSignInAllowed('old-1')).toBe(true)
    const waiting = await landed(program, thief ?? { subject: '' }, 'old-token')
    const { url } = await beginSignIn(program, { link: 'old-token' })
    await program.sso.forget('old-1')
    expect(await outcome(await waiting.exchange())).toBe('401 handoff_invalid')
    const callback = await program.identity.authorize(url, thief ?? { subject: '' })
    expect(await openCallback(program, callback)).toMatchObject({ status: 303, code: null })
    await signInThrough(program.sso, program.identity, owner ?? { subject: '' }, { link: 'old-token' })
    expect(await program.sso.identityOf('old-1')).toMatchObject({ subject: owner?.subject })
  })
})
