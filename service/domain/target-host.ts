const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address lies on the host of the target of a run. True when one of the two cannot be read. */
export function isOfTarget(address: string, targetUrl: string | null): boolean {
	if (targetUrl === null || !URL.canParse(targetUrl) || !URL.canParse(address)) return true;
	const [called, target] = [new URL(address), new URL(targetUrl)];
	const sameHost =
		called.hostname === target.hostname || (loopback.has(called.hostname) && loopback.has(target.hostname));
	if (!sameHost || called.port !== target.port) return false;
	// `http://api.test` answers with a redirect to `https://api.test`: one API, each at the port of its scheme.
	return called.protocol === target.protocol || (target.protocol === 'http:' && target.port === '');
}
