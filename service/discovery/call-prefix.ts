/** Where a document says its API is. */
export type DocumentServer = {
	/** Path of the server, without a slash at its end; empty for most. */
	basePath: string;
	/** `https://api.example.com`; null when the document names no host, so that it is wherever the API is. */
	origin: string | null;
};

/**
 * What stands between the target URL of a project and a template. "The project's URL wins over the document's server":
 * a target with a path of its own, or on another host than the document's, is where the paths begin; a document that
 * names no host, or the target's, adds its own base path.
 */
export function callPrefix(targetUrl: string | null, {basePath, origin}: DocumentServer): string {
	if (targetUrl === null || !URL.canParse(targetUrl)) return '';
	const target = new URL(targetUrl);
	const own = target.pathname.replace(/(?<!\/)\/+$/, '');
	if (own !== '') return basePath.startsWith(`${own}/`) && isHere(origin, target) ? basePath.slice(own.length) : '';
	return isHere(origin, target) ? basePath : '';
}

const isHere = (origin: string | null, target: URL) => origin === null || origin === target.origin;
