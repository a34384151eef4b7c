import { type Convert, nameOf, objectIn, textIn, told, uuidOrNone } from './given.ts'

/** A user of an export of Auth0, with or without the hash, which Auth0 gives on request alone. */
export const fromAuth0: Convert = (user) => {
  const metadata = objectIn(user, 'user_metadata')
  return told({
    subject: uuidOrNone(textIn(user, 'user_id').replace(/^.*\|/, '')),
    email: textIn(user, 'email'),
    email_verified: user['email_verified'] === true,
    name: nameOf(textIn(user, 'given_name'), textIn(user, 'family_name'), textIn(user, 'name', 'nickname')),
    phone_number: textIn(user, 'phone_number') || textIn(metadata, 'phone_number', 'phone'),
    language: textIn(metadata, 'locale', 'lang', 'language') || textIn(user, 'locale'),
    created_at: textIn(user, 'created_at'),
    standing: user['blocked'] === true ? 'suspended' : undefined,
    password_hash: textIn(user, 'passwordHash', 'password_hash'),
  })
}
