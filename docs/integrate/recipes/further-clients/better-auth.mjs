import { genericOAuth } from 'better-auth/plugins'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, AUTH_SECRET, BASE_URL } = process.env

export const options = {
  baseURL: BASE_URL,
  secret: AUTH_SECRET,
  // By itself, the library joins accounts by e-mail address.
  account: { accountLinking: { disableImplicitLinking: true } },
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: 'portico',
          discoveryUrl: `${ISSUER}/.well-known/openid-configuration`,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          authentication: 'basic',
          scopes: ['openid', 'profile', 'email', 'offline_access'],
          requireIdTokenVerification: true,
          mapProfileToUser({ email_verified }) {
            if (email_verified !== true) throw new Error('The address is not verified.')
            return {}
          },
        },
      ],
    }),
  ],
}
