const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address lies on the host of the target of a run. True when one of the two cannot be read. */
export function isOfTarget(address: string, targetUrl: string | null): boolean {
	if (targetUrl === null || !URL.canParse(targetUrl) || !URL.canParse(address)) return true;
	const [called, target] = [new URL(address), new URL(targetUrl)];
	const sameHost =
		called.hostname === target.hostname || (loopback.has(called.hostname) && loopback.has(target.hostname));
	return sameHost && called.port === target.port && called.protocol === target.protocol;
}
