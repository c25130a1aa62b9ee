/**
 * `host:port/name` of the database that a URL of PostgreSQL names, with nothing of its user, password or options; null where
 * it is no such URL.
 */
export function databasePlace(url: string): string | null {
	if (!URL.canParse(url)) return null;
	const {hostname, port, pathname, protocol, searchParams} = new URL(url);
	if (!/^postgres(?:ql)?:$/.test(protocol)) return null;
	try {
		const host = decodeURIComponent(hostname || (searchParams.get('host') ?? 'localhost'));
		const name = decodeURIComponent(pathname);
		return `${host}${host.startsWith('/') ? '' : `:${port || 5432}`}${name}`;
	} catch {
		// A % that is none of %XX.
		return null;
	}
}
