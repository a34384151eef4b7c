// The health check of the gate's image: exit code 0 if the process answers. Whether it should get requests is what /readyz says.
const [, port = '9465'] = /:(\d+)$/.exec(process.env.GATE_METRICS_LISTEN ?? '') ?? []
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(2_500),
}).catch((error) => ({ ok: false, status: error.name }))
if (!answer.ok) console.error(`The gate does not answer on port ${port}: ${answer.status}`)
process.exitCode = answer.ok ? 0 : 1
