import { type Convert, nameOf, objectIn, textIn, told, uuidOrNone } from './given.ts'

/** A user of `manage.py dumpdata`, whatever the model is called. What has no password is something else. */
export const fromDjango: Convert = (record) => {
  const user = objectIn(record, 'fields')
  if (typeof user['password'] !== 'string') return undefined
  const password = textIn(user, 'password')
  return told({
    subject: uuidOrNone(textIn(record, 'pk')) ?? uuidOrNone(textIn(user, 'uuid', 'id')),
    email: textIn(user, 'email'),
    email_verified: user['email_verified'] === true || user['is_verified'] === true,
    name: nameOf(
      textIn(user, 'first_name'),
      textIn(user, 'last_name'),
      textIn(user, 'full_name', 'name', 'username'),
    ),
    phone_number: textIn(user, 'phone_number', 'phone'),
    language: textIn(user, 'language', 'locale'),
    created_at: textIn(user, 'date_joined', 'created_at'),
    standing: user['is_active'] === false ? 'suspended' : undefined,
    // A password that nobody has begins with an exclamation mark.
    password_hash: password.startsWith('!') ? undefined : password,
  })
}
