/**
 * The programs that citizens sign in to, as OAuth clients: their registration, secrets, exact redirect URIs and
 * authentication (RFC 6749 section 2.3.1, HTTP Basic alone). Only operators add and change them; there is no dynamic
 * registration. `access` has what a citizen has allowed a program.
 */
export { type AddedClient, addClient } from './add-client.ts'
export {
  type AddedSecret,
  type AddSecretRefusal,
  addClientSecret,
  type SecretTerms,
} from './add-client-secret.ts'
export {
  type AuthenticatedClient,
  type ClientAuthenticator,
  createClientAuthenticator,
} from './authenticate-client.ts'
export { type Client, type ClientRegistration, type Confirmation, MOST_LIVE_SECRETS } from './client.ts'
export { type ClientDirectory, createClientDirectory } from './client-directory.ts'
export { type ClientSecret, type ClientSecretKey, findClientSecrets } from './client-secret-store.ts'
export { findClient, isCurrentClient, listClientNames, listClients } from './client-store.ts'
export { type ClientChange, disableClient, enableClient } from './disable-client.ts'
export { type RegistrationFault, type RegistrationRefusal } from './registration.ts'
export { removeClient } from './remove-client.ts'
export { type RetireSecretRefusal, retireClientSecret } from './retire-client-secret.ts'
export { SCOPES, type Scope, STANDARD_SCOPE } from './scope.ts'
export { type UpdateClientFault, updateClient } from './update-client.ts'
