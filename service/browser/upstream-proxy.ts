/** A proxy that the machine's environment asks to use. */
export type UpstreamProxy = {host: string; port: number; authorization: string | null};

type Environment = Readonly<Record<string, string | undefined>>;

/** The machine's proxy for a URL by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`; null: it is reached directly. */
export function upstreamFor(url: URL, env: Environment): UpstreamProxy | null {
	const value = (name: string) => env[name.toLowerCase()] || env[name];
	const named = value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || value('ALL_PROXY');
	if (!named || isExcepted(url, value('NO_PROXY') ?? '')) return null;
	const address = named.includes('://') ? named : `http://${named}`;
	if (!URL.canParse(address)) return null;
	const {protocol, hostname, port, username, password} = new URL(address);
	if (protocol !== 'http:') return null;
	const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return {
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port || 80),
		authorization: username ? `Basic ${Buffer.from(account).toString('base64')}` : null,
	};
}

/** Loopback never goes through a proxy of the machine: it would mean the proxy's own. */
function isExcepted(url: URL, exceptions: string): boolean {
	const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
	if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.')) return true;
	return exceptions
		.split(/[\s,]+/)
		.filter(Boolean)
		.some(entry => {
			if (entry === '*') return true;
			const [, name = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
			if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
			return name !== '' && (host === name || host.endsWith(`.${name}`));
		});
}
