import { type Convert, type Given, textIn, told, uuidOrNone } from './given.ts'

/** What Firebase calls the parameters of the hashes of a project. */
export interface FirebaseHashes {
  readonly signerKey: string
  readonly saltSeparator: string
  readonly rounds: string
  readonly memoryCost: string
}

/** Reads what the console of Firebase shows as the parameters of the hashes. Undefined where a part is missing. */
export function readFirebaseHashes(text: string): FirebaseHashes | undefined {
  const parts = new Map(
    [...text.matchAll(/["']?(\w+)["']?\s*:\s*["']?([A-Za-z0-9+/=_-]+)/g)].map(
      ([, name = '', value = '']) => [name.toLowerCase(), value] as const,
    ),
  )
  const signerKey = parts.get('base64_signer_key')
  const [saltSeparator = '', rounds, memoryCost] = ['base64_salt_separator', 'rounds', 'mem_cost'].map(
    (name) => parts.get(name),
  )
  return signerKey && rounds && memoryCost ? { signerKey, saltSeparator, rounds, memoryCost } : undefined
}

/** A user of `firebase auth:export`. */
export function fromFirebase(hashes: FirebaseHashes | undefined): Convert {
  return (user) =>
    told({
      subject: uuidOrNone(textIn(user, 'localId')),
      email: textIn(user, 'email'),
      email_verified: user['emailVerified'] === true,
      name: textIn(user, 'displayName'),
      phone_number: textIn(user, 'phoneNumber'),
      created_at: user['createdAt'],
      standing: user['disabled'] === true ? 'suspended' : undefined,
      password_hash: passwordOf(user, hashes),
    })
}

/** Without the parameters no hash can be read, and the line is rejected for it. */
function passwordOf(user: Given, hashes: FirebaseHashes | undefined): string | undefined {
  const [hash, salt] = [textIn(user, 'passwordHash'), textIn(user, 'salt')]
  if (hash === '') return undefined
  if (!hashes) return NEEDS_PARAMETERS
  const { signerKey, saltSeparator, rounds, memoryCost } = hashes
  return `$fbscrypt$v=1,n=${memoryCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt}$${hash}`
}

/** Stands for a hash whose parameters are not known. */
export const NEEDS_PARAMETERS = 'needs --firebase-hashes'
