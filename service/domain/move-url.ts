/**
 * An address below one of the addresses `from` (the longest that fits), or on the same server, as it is below `to`;
 * any other one as it stands. `https://dev/api/login` of `https://dev/api` is `https://live/v1/login` of `https://live/v1`.
 */
export function moveUrl(url: string, from: readonly string[], to: string): string {
	if (!URL.canParse(url) || !URL.canParse(to)) return url;
	const [address, target] = [new URL(url), new URL(to)];
	const bases = from.filter(one => URL.canParse(one)).map(one => new URL(one));
	const sameServer = bases.filter(({origin}) => origin === address.origin);
	if (sameServer.length === 0) return url;
	const base = sameServer
		.map(({pathname}) => pathname.replace(/(?<!\/)\/+$/, ''))
		.filter(path => address.pathname === path || address.pathname.startsWith(`${path}/`))
		.sort((a, b) => b.length - a.length)[0];
	const path = base === undefined ? address.pathname : pathOf(target) + address.pathname.slice(base.length);
	return `${target.origin}${path}${address.search}`;
}

const pathOf = ({pathname}: URL): string => pathname.replace(/(?<!\/)\/+$/, '');
