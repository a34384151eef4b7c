import {
  authorizeShot,
  codeShot,
  endedShot,
  introspectionShot,
  type Provider,
  refreshHead,
  revocationShot,
  type Tokens,
  userinfoShot,
} from '../../contestants/provider.ts'
import { registrationShot } from '../../contestants/registration-shot.ts'
import type { Queue } from '../next.ts'
import { accessTokenOf, refreshShot, refreshTokenOf } from '../refresh-shot.ts'
import type { Shot } from '../shot.ts'
import type { MixedKind, MixedLoad, MixedPerson } from './mixed-load.ts'
import { spreadOut } from './spread-out.ts'

/** A request, and what its answer leads to: another one, or nothing more. */
interface Step {
  readonly kind: string
  readonly shot: Shot
  readonly after?: (text: string) => Step | undefined
}

const CODE = /[?&]code=([^&\r\n]+)/

/** Addresses that this process has registered. */
let registered = 0

/** Hands out what citizens and programs do. What was begun goes on before anything new is begun. */
export function mixedQueue(load: MixedLoad): Queue {
  const order = spreadOut(load.weights)
  const begin = beginnings(load)
  const waiting: Step[] = []
  let turn = 0
  return {
    next: () => {
      const step = waiting.shift() ?? begin(order[turn % order.length] ?? 'introspection')
      turn += 1
      const onAnswer = (text: string) => {
        const following = step.after?.(text)
        if (following) waiting.push(following)
      }
      return { ...step.shot, kind: step.kind, place: 0, onAnswer }
    },
  }
}

function beginnings({ provider, people, signIns }: MixedLoad): (kind: MixedKind) => Step {
  // Whoever does something stands outside the line until it is answered, so no two requests of a citizen cross.
  const idle: MixedPerson[] = [...people]
  const back = (person: MixedPerson): undefined => {
    idle.push(person)
  }
  let signedIn = 0
  const take = () => {
    const person = idle.shift()
    if (!person) throw new Error('A mixed load needs more people than connections')
    return person
  }
  const begin: Record<MixedKind, () => Step> = {
    introspection: () => looking('introspection', introspectionShot, take()),
    userinfo: () => looking('userinfo', userinfoShot, take()),
    refresh: () => refreshing(provider, take(), back),
    visit: () => visiting(provider, take(), back),
    'sign-in': () => {
      signedIn += 1
      const shot = signIns[signedIn % signIns.length]
      if (!shot) throw new Error('A mixed load needs somebody who signs in')
      return { kind: 'sign-in', shot }
    },
    registration: () => {
      registered += 1
      const shot = registrationShot(provider.port, `mixed.${process.pid}.${registered}@example.test`)
      return { kind: 'registration', shot }
    },
  }
  const looking = (
    kind: string,
    shotOf: (provider: Provider, tokens: Tokens) => Shot,
    person: MixedPerson,
  ) => ({
    ...{ kind, shot: shotOf(provider, person) },
    after: () => back(person),
  })
  return (kind) => begin[kind]()
}

type Back = (person: MixedPerson) => undefined

function refreshing(provider: Provider, person: MixedPerson, back: Back): Step {
  return {
    kind: 'refresh',
    shot: refreshShot(refreshHead(provider), person.refreshToken),
    // An answer without tokens is a fault already; the citizen goes on with what there was.
    after: (text) => back({ ...person, ...tokensIn(text) }),
  }
}

/** Comes in by another browser window: code, tokens, a look that finds them living, their end, a look that finds it. */
function visiting(provider: Provider, person: MixedPerson, back: Back): Step {
  const ending = (tokens: Tokens): Step => ({
    kind: 'revocation',
    shot: revocationShot(provider, tokens.refreshToken),
    after: () => ({
      kind: 'introspection once revoked',
      shot: endedShot(provider, tokens),
      after: () => back(person),
    }),
  })
  const looking = (tokens: Tokens): Step => ({
    kind: 'introspection',
    shot: introspectionShot(provider, tokens),
    after: () => ending(tokens),
  })
  const exchanging = (code: string): Step => ({
    kind: 'code-exchange',
    shot: codeShot(provider, code),
    after: (text) => {
      const tokens = tokensIn(text)
      return tokens ? looking({ ...tokens, subject: person.subject }) : back(person)
    },
  })
  return {
    kind: 'authorize',
    shot: authorizeShot(provider, person),
    after: (text) => {
      const code = CODE.exec(text)?.[1]
      return code === undefined ? back(person) : exchanging(code)
    },
  }
}

function tokensIn(text: string): Omit<Tokens, 'subject'> | undefined {
  const accessToken = accessTokenOf(text)
  const refreshToken = refreshTokenOf(text)
  return accessToken === undefined || refreshToken === undefined ? undefined : { accessToken, refreshToken }
}
