/**
 * Whether nobody else reaches this machine by a host: `localhost`, `*.localhost` (with or without final dot), 127/8 and ::1,
 * with the brackets of `URL.hostname` or without.
 */
export function isLoopbackHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	return host === 'localhost' || host.endsWith('.localhost') || /^(?:\[::1\]|::1|127(?:\.\d{1,3}){3})$/.test(host);
}

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
