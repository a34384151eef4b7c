import { serveParent, tellParent } from '../platform/child/serve-parent.ts'
import type { Opened, Opening, Told, Work } from './messages.ts'
import { loadModule, ModuleRefused } from './module.ts'
import { openSession, type Session } from './session.ts'

// The process that speaks with the token. A module of a manufacturer runs here, and neither the service nor its memory.

let session: Session | undefined

serveParent<{ readonly work: Work }, Told, { readonly opening: Opening }>({
  begin: ({ opening }) => tellParent(open(opening)),
  answer: async ({ work }) => {
    try {
      return session ? answer(session, work) : { fault: 'The token is not open' }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  },
})

function open({ module, label, pin }: Opening): Opened {
  try {
    const onPin = () => tellParent({ sendsPin: true } satisfies Opened)
    session = openSession(loadModule(module), { label, pin, onPin })
    return {}
  } catch (error) {
    return { fault: faultOf(error), isAboutPin: error instanceof ModuleRefused && error.isAboutPin }
  }
}

function answer(token: Session, { does, id, digestInfo = '' }: Work): Told {
  const keyId = Buffer.from(id, 'hex')
  if (does === 'find') return { isThere: token.holds(keyId) }
  if (does === 'sign') {
    const signature = token.sign(keyId, Buffer.from(digestInfo, 'base64url'))
    return signature ? { signature: signature.toString('base64url') } : { isThere: false }
  }
  const { modulus, exponent } = token.makeKey(keyId)
  return { modulus: modulus.toString('base64url'), exponent: exponent.toString('base64url') }
}

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
