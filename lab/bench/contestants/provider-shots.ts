import type { Loader } from '../load/loader.ts'
import type { Shots } from '../load/plan.ts'
import type { Shot } from '../load/shot.ts'
import type { ShotsWanted } from './contestant.ts'
import { obtainCodes, obtainTokens } from './obtain.ts'
import {
  authorizeShot,
  codeShot,
  introspectionShot,
  type Provider,
  refreshHead,
  userinfoShot,
} from './provider.ts'

/** Living tokens that a slice of reads goes round. */
const TOKENS = 512

/** Prepares what every OpenID provider can be asked. */
export async function providerShots(loader: Loader, provider: Provider, wanted: ShotsWanted): Promise<Shots> {
  const { operation, connections, amount } = wanted
  switch (operation) {
    case 'introspection':
      return cycleOf(await obtainTokens(loader, provider, TOKENS), (token) =>
        introspectionShot(provider, token),
      )
    case 'userinfo':
      return cycleOf(await obtainTokens(loader, provider, TOKENS), (token) => userinfoShot(provider, token))
    case 'authorize':
      return cycleOf(provider.people, (person) => authorizeShot(provider, person))
    case 'code-exchange': {
      const codes = await obtainCodes(loader, provider, amount)
      return { kind: 'once', shots: codes.map(({ code }) => codeShot(provider, code)) }
    }
    case 'refresh': {
      const tokens = await obtainTokens(loader, provider, connections)
      const firstTokens = tokens.map(({ refreshToken }) => refreshToken)
      return { kind: 'chain', firstTokens, head: refreshHead(provider) }
    }
    case 'sign-in':
    case 'registration':
    case 'guarded-route':
      throw new Error(`${operation} is every provider's own`)
  }
}

function cycleOf<Each>(all: readonly Each[], shot: (each: Each) => Shot): Shots {
  return { kind: 'cycle', shots: all.map(shot) }
}
