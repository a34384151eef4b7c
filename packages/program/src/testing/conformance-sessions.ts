import {
  at,
  count,
  forty,
  openSession,
  type StoreRule,
  same,
  sessionSample,
  tokensSample,
} from './conformance-samples.ts'

const ID = sessionSample(1).id

function rotation(token: string, next: string, changes: { rotationIdHash?: string | null; now?: Date } = {}) {
  const now = changes.now ?? at(1000)
  return {
    refreshHash: `refresh-${token}`,
    rotationIdHash: 'rotation-a',
    retryWindowMs: 60_000,
    next: tokensSample(next, now),
    ...changes,
    now,
  }
}

/** The rules for local sessions and their tokens. */
export const SESSION_RULES: readonly StoreRule[] = [
  {
    name: 'a session keeps what it was opened with, each part alone, and keeps that nobody said it',
    async check(store) {
      const nobody = { browser: null, system: null, ipAddress: null }
      const devices = [
        nobody,
        { browser: 'Firefox', system: 'Linux', ipAddress: '192.0.2.7' },
        { ...nobody, browser: 'Samsung Internet' },
        { ...nobody, system: 'iPadOS' },
        { ...nobody, ipAddress: '2001:db8:1:2::/64' },
      ]
      for (const [index, device] of devices.entries())
        await openSession(store, sessionSample(index, { device }))
      for (const [index, device] of devices.entries()) {
        const next = await store.rotateRefresh(rotation(`${index}`, `${index}b`))
        const rows = [
          await store.findSession(sessionSample(index).id),
          (await store.findSessionByAccess(`access-${index}`))?.session,
          await store.findSessionByRefresh(`refresh-${index}`),
          'session' in next ? next.session : null,
          (await store.listSessions('account-1', at(1000)))[index],
        ]
        same(
          rows.map((row) => row && [row.device.browser, row.device.system, row.device.ipAddress]),
          rows.map(() => [device.browser, device.system, device.ipAddress]),
          'the device',
        )
      }
    },
  },
  {
    name: 'a session keeps when and how its citizen signed in, and keeps that nobody said it',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2, { authenticatedAt: null, acr: null }))
      const next = await store.rotateRefresh(rotation('1', '1b'))
      const rows = [
        'session' in next ? next.session : null,
        (await store.findSessionByAccess('access-1'))?.session,
        ...(await store.listSessions('account-1', at(1000))),
        (await store.findSessionByAccess('access-2'))?.session,
      ]
      const said = [at(-60_000), 'phr']
      const found = rows.map((row) => [row?.authenticatedAt, row?.acr])
      same(found, [said, said, said, [null, null], [null, null]], 'the sign-in')
    },
  },
  {
    name: 'a session is found by id, access token and refresh token, and by no other hash',
    async check(store) {
      await openSession(store, sessionSample(1))
      same((await store.findSession(ID))?.id, ID, 'by id')
      const found = await store.findSessionByAccess('access-1')
      same([found?.session.id, found?.accessExpiresAt], [ID, at(900_000)], 'by access')
      same((await store.findSessionByRefresh('refresh-1'))?.id, ID, 'by refresh')
      same(await store.findSessionByAccess('refresh-1'), null, 'refresh as access')
      same(await store.findSessionByRefresh('access-1'), null, 'access as refresh')
      same(await store.findSession('not an id at all'), null, 'not an id')
    },
  },
  {
    name: 'a session contains the time of the store when it was read, whichever way it was found',
    async check(store) {
      const before = await store.now()
      await openSession(store, sessionSample(1))
      const rotated = await store.rotateRefresh(rotation('1', '2'))
      const read = [
        (await store.findSession(ID))?.readAt,
        (await store.findSessionByAccess('access-1'))?.session.readAt,
        (await store.findSessionByRefresh('refresh-2'))?.readAt,
        (await store.listSessions('account-1', at(2000)))[0]?.readAt,
        rotated.kind === 'rotated' ? rotated.session.readAt : undefined,
      ]
      const after = await store.now()
      same(
        read.map((readAt) => readAt !== undefined && readAt >= before && readAt <= after),
        Array(read.length).fill(true),
        'read between before and after',
      )
    },
  },
  {
    name: 'a refresh token rotates, and older access tokens keep working',
    async check(store) {
      await openSession(store, sessionSample(1))
      const rotated = await store.rotateRefresh(rotation('1', '2'))
      same(rotated.kind === 'rotated' && rotated.session.generation, 2, 'generation')
      same((await store.findSessionByAccess('access-1'))?.session.id, ID, 'old access')
      same((await store.findSessionByAccess('access-2'))?.session.id, ID, 'new access')
      same((await store.findSessionByRefresh('refresh-2'))?.id, ID, 'new refresh')
    },
  },
  {
    name: 'an unknown refresh token is refused',
    check: async (store) =>
      same((await store.rotateRefresh(rotation('nobody', '2'))).kind, 'refused', 'kind'),
  },
  {
    name: 'of 40 rotations with one rotation id, one rotates and the others are repeats',
    async check(store) {
      await openSession(store, sessionSample(1))
      const results = await forty(() => store.rotateRefresh(rotation('1', '2')))
      same(
        count(results, (r) => r.kind === 'rotated'),
        1,
        'rotated',
      )
      same(
        count(results, (r) => r.kind === 'repeated'),
        39,
        'repeated',
      )
      same((await store.findSession(ID))?.endedCause, null, 'still open')
    },
  },
  {
    name: 'of 40 rotations with 40 rotation ids, at most one rotates and the session ends',
    async check(store) {
      await openSession(store, sessionSample(1))
      const results = await forty((n) =>
        store.rotateRefresh(rotation('1', `n${n}`, { rotationIdHash: `r${n}` })),
      )
      same(
        count(results, (r) => r.kind === 'rotated'),
        1,
        'rotated',
      )
      same(
        count(results, (r) => r.kind === 'reused'),
        1,
        'reused',
      )
      same((await store.findSession(ID))?.endedCause, 'refresh_reuse', 'cause')
    },
  },
  {
    name: 'a repeat after the retry window, or without a rotation id, ends the session',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      await store.rotateRefresh(rotation('1', '1b'))
      same((await store.rotateRefresh(rotation('1', 'x', { now: at(61_000) }))).kind, 'reused', 'late')
      await store.rotateRefresh(rotation('2', '2b', { rotationIdHash: null }))
      same(
        (await store.rotateRefresh(rotation('2', 'y', { rotationIdHash: null }))).kind,
        'reused',
        'without',
      )
    },
  },
  {
    name: 'a refresh token from two rotations ago ends the session, with any rotation id',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.rotateRefresh(rotation('1', '2'))
      await store.rotateRefresh(rotation('2', '3'))
      same((await store.rotateRefresh(rotation('1', 'x'))).kind, 'reused', 'kind')
      same((await store.findSession(ID))?.endedCause, 'refresh_reuse', 'cause')
      same((await store.rotateRefresh(rotation('3', 'y'))).kind, 'refused', 'the newest token too')
    },
  },
  {
    name: 'a refresh token of an ended or expired session is refused',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2, { expiresAt: at(5000) }))
      await store.revokeSession(ID, 'logout', at(10))
      same((await store.rotateRefresh(rotation('1', 'x'))).kind, 'refused', 'ended')
      same((await store.rotateRefresh(rotation('2', 'y', { now: at(5000) }))).kind, 'refused', 'expired')
    },
  },
  {
    name: 'of 40 callers who end a session one does, and its tokens give the cause',
    async check(store) {
      await openSession(store, sessionSample(1))
      const results = await forty(() => store.revokeSession(ID, 'logout', at(10)))
      same(count(results, Boolean), 1, 'winners')
      same((await store.findSessionByAccess('access-1'))?.session.endedCause, 'logout', 'cause')
      same(await store.revokeSession('not an id at all', 'logout', at(10)), false, 'not an id')
    },
  },
  {
    name: 'an expired session is not listed',
    async check(store) {
      await openSession(store, sessionSample(1, { expiresAt: at(5000) }))
      same((await store.listSessions('account-1', at(4999))).length, 1, 'before')
      same((await store.listSessions('account-1', at(5000))).length, 0, 'at')
    },
  },
]
