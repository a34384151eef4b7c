import { type Convert, type Given, nameOf, objectIn, objectsIn, textIn, told, uuidOrNone } from './given.ts'

/** A user of a realm that Keycloak has exported. Accounts of services are no people. */
export const fromKeycloak: Convert = (user) => {
  if (user['serviceAccountClientId'] !== undefined) return undefined
  const attributes = objectIn(user, 'attributes')
  return told({
    subject: uuidOrNone(textIn(user, 'id')),
    email: textIn(user, 'email'),
    email_verified: user['emailVerified'] === true,
    name: nameOf(textIn(user, 'firstName'), textIn(user, 'lastName'), textIn(user, 'username')),
    phone_number: textIn(attributes, 'phoneNumber', 'phone_number', 'phone', 'mobile'),
    language: textIn(attributes, 'locale'),
    created_at: user['createdTimestamp'],
    standing: user['enabled'] === false ? 'suspended' : undefined,
    password_hash: passwordOf(objectsIn(user, 'credentials')),
  })
}

/** The last password. Before version 8 its parts stood beside each other. */
function passwordOf(credentials: readonly Given[]): Given | undefined {
  const password = credentials.find((one) => one['type'] === 'password')
  if (!password) return undefined
  const { credentialData, secretData, hashedSaltedValue: value, salt, hashIterations, algorithm } = password
  if (credentialData !== undefined) return { credentialData, secretData }
  return { credentialData: { hashIterations, algorithm }, secretData: { value, salt } }
}
