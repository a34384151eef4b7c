/** Finds Chromium and redis-server, installs them if they are missing and this is allowed, and returns their paths. */
export function findSystemPrograms(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>
