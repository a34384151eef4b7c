// The health check of the image: exit code 0 if the service answers. It asks for liveness. Whether the service can do its
// work (database, schema, keys) is what /readyz on the metrics port says, and load balancers ask that.
const port = process.env.PORTICO_PORT || '4000'
const answer = await fetch(`http://127.0.0.1:${port}/api/health/`, {
  signal: AbortSignal.timeout(2_500),
}).catch((error) => ({ ok: false, status: error.name }))
if (!answer.ok) console.error(`The service does not answer on port ${port}: ${answer.status}`)
process.exitCode = answer.ok ? 0 : 1
