/** Finds Chromium and redis-server, installs them if they are missing and this is allowed, and returns their paths. */
export function findSystemPrograms(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>

/** Installs proxies, MariaDB and PHP for the tests of the world, where they are missing and this is allowed. */
export function installWorldPrograms(env: NodeJS.ProcessEnv): Promise<void>
