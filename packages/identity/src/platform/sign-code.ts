import type { Random } from './random.ts'
import { Secret } from './secret.ts'
import { plainCode } from './typed-code.ts'

/** Letters and digits that nobody confuses: no I, L, O and U (Crockford's base32). 32 of them, so each byte is fair. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a code of so many signs, each of five random bits, in groups with hyphens between them. */
export function newSignCode(
  random: Random,
  { signs, group }: { readonly signs: number; readonly group: number },
): Secret {
  const code = [...random.bytes(signs)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return new Secret(code.match(new RegExp(`.{${group}}`, 'g'))?.join('-') ?? code)
}

/** Reads a typed code of so many signs, in either case, as `plainCode` takes it, without the hyphens. Nothing for any other text. */
export function readSignCode(typed: string, signs: number): string | undefined {
  const code = plainCode(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === signs && [...code].every((sign) => SIGNS.includes(sign)) ? code : undefined
}
