/** A name or an address of this machine that nobody else reaches it by; an IPv6 address with or without its brackets. */
export const isLoopbackHost = (host: string): boolean =>
	host === 'localhost' || host.endsWith('.localhost') || /^(?:\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);

/**
 * Whether two origins are one server. A document often names this machine otherwise than the address that it was read at:
 * `localhost`, `127.0.0.1`, or the `0.0.0.0` that its server listens on, at the same port.
 */
export function isSameServer(one: string, other: string): boolean {
	if (one === other) return true;
	if (!URL.canParse(one) || !URL.canParse(other)) return false;
	const [a, b] = [new URL(one), new URL(other)];
	const isHere = ({hostname}: URL) => hostname === '0.0.0.0' || isLoopbackHost(hostname);
	return a.protocol === b.protocol && a.port === b.port && isHere(a) && isHere(b);
}
