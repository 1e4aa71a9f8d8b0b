/**
 * Is it alive, and not: is it ready? What looks at this check replaces a container that fails it, and a new one would fail the
 * examples of its mills as this one does. Calls of such a mill get 502, and /health/ready says so to those who choose replicas.
 */
const ALIVE = `fetch("http://127.0.0.1:"+process.env.GRISTMILL_PORT+"/health/live").then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))`;

/** The lines of a Dockerfile that say how every image with mills is served. */
export const SERVED = [
	"ENV NODE_ENV=production GRISTMILL_HOST=0.0.0.0 GRISTMILL_PORT=8080",
	"USER 1000:1000",
	"EXPOSE 8080",
	`HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", ${JSON.stringify(ALIVE)}]`,
];

/** The lines that install the packages of mills in Python: before the mills are copied, so that a change of a mill keeps this layer. */
export function installing(pip: string, ...options: readonly string[]): string[] {
	const words = [pip, "install", "--no-cache-dir", ...options, "--requirement", "requirements.txt"];
	return ["COPY requirements.txt ./", `RUN ${words.join(" ")}`];
}
