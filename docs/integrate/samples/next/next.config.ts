import type { NextConfig } from 'next'

// The endpoints answer with and without a final slash. Without this line, Next.js would redirect the first.
const config: NextConfig = { skipTrailingSlashRedirect: true }
export default config
