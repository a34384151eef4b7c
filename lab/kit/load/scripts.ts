import { refreshRequest, tokensIn } from '../../../journeys/kit/oauth-requests.ts'
import { mixedScripts } from './mixed-load.ts'
import type { Load, Script } from './plan.ts'

/** The scripts of a load, one for each connection. They share the remaining requests. */
export function scriptsOf(load: Load): () => Script {
  switch (load.kind) {
    case 'chain':
      return chainScripts(load)
    case 'mixed':
      return mixedScripts(load)
    case 'cycle':
    case 'once':
      return listScripts(load)
  }
}

function listScripts({ kind, requests }: Extract<Load, { kind: 'cycle' | 'once' }>): () => Script {
  let sent = 0
  return function* () {
    for (;;) {
      const request = requests[kind === 'cycle' ? sent % requests.length : sent]
      sent += 1
      if (!request) return
      yield request
    }
  }
}

/** A free connection spends the oldest token. The new token is added as the newest. */
function chainScripts({ client, refreshTokens }: Extract<Load, { kind: 'chain' }>): () => Script {
  const tokens = [...refreshTokens]
  return function* () {
    for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
      const next = tokensIn(yield refreshRequest(client, token))
      if (next) tokens.push(next.refresh_token)
    }
  }
}
