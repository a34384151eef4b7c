/** Finds Chromium and redis-server, installs what is missing where that is allowed, and says where they are. */
export function findSystemPrograms(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>
