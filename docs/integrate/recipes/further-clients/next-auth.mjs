const { ISSUER, CLIENT_ID, CLIENT_SECRET, AUTH_SECRET } = process.env

export const options = {
  secret: AUTH_SECRET,
  providers: [
    {
      id: 'portico',
      name: 'Portico',
      type: 'oauth',
      wellKnown: `${ISSUER}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: 'openid profile email' } },
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
  callbacks: {
    signIn: ({ profile }) => profile?.email_verified === true,
    session: ({ session, token }) => ({ ...session, subject: token.sub }),
  },
}
