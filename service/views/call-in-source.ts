/** Method and path of a call. */
type SourceCall = {method: string; path: string};

const verbs = 'get|post|put|patch|delete|head|options';
const text = String.raw`[rRbBuUfF]{0,2}(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')`;
/** `requests.post(f"{BASE_URL}/orders")`, `session.get(BASE_URL + "/orders")`, `client.delete(url=…)` */
const byVerb = new RegExp(String.raw`\.(${verbs})\(\s*(?:url\s*=\s*)?(?:[A-Za-z_][\w.]*\s*\+\s*)?${text}`, 'gi');
/** `requests.request("POST", f"{BASE_URL}/orders")`, `connection.request("POST", "/orders")`, a helper of the test's own */
const byName = new RegExp(
	String.raw`\b\w+\(\s*(?:method\s*=\s*)?["'](${verbs})["']\s*,\s*(?:url\s*=\s*)?(?:[A-Za-z_][\w.]*\s*\+\s*)?${text}`,
	'gi',
);
/** `Request(f"{BASE_URL}/orders", method="POST")`, `urlopen(f"{BASE_URL}/orders")` */
const byRequest = new RegExp(
	String.raw`\b(?:Request|urlopen)\(\s*(?:url\s*=\s*)?(?:[A-Za-z_][\w.]*\s*\+\s*)?${text}(?:[^\n]{0,500}?method\s*=\s*["'](${verbs})["'])?`,
	'gi',
);

/** The last call that a Python source shows; null when it shows none. */
export function callInSource(code: string): SourceCall | null {
	const source = code.replace(/^[ \t]*#.*$/gm, '');
	const found: Array<SourceCall & {at: number}> = [];
	for (const match of source.matchAll(byVerb)) add(match.index, match[1], match[2] ?? match[3]);
	for (const match of source.matchAll(byName)) add(match.index, match[1], match[2] ?? match[3]);
	for (const match of source.matchAll(byRequest)) add(match.index, match[3] ?? 'GET', match[1] ?? match[2]);
	const last = found.sort((a, b) => a.at - b.at).at(-1);
	return last ? {method: last.method, path: last.path} : null;

	function add(at: number, method = '', address = ''): void {
		const path = pathOf(address);
		if (path !== null) found.push({at, method: method.toUpperCase(), path});
	}
}

/** `{BASE_URL}/orders/{order_id}?x=1` → `/orders/{order_id}`; null for what is no address. */
function pathOf(address: string): string | null {
	const local = address.replace(/^\{(?=[^{}]*(?:url|host|base|target))[^{}]*\}/i, '').replace(/^https?:\/\/[^/]*/i, '');
	const path = local.split(/[?#]/, 1)[0]!.replace(/\{(?:[^{}]*[^\w{}])?(\w+)[^\w{}]*\}/g, '{$1}');
	return path.startsWith('/') ? path : null;
}
