/**
 * A template without the names of its parameters: `/orders/{id}`, `/orders/:orderId` and `/orders/{orderId}/` are one
 * path. Two sources that name the same method and the same key speak of the same endpoint.
 */
export function pathKey(path: string): string {
	const [pathname = '', query] = path.split('?', 2);
	const segments = pathname
		.split('/')
		.filter(Boolean)
		.map(segment => segment.replace(/\{[^{}]*\}/g, '{}').replace(/^:[A-Za-z_]\w*$/, '{}'));
	const key = `/${segments.join('/')}`;
	return query === undefined ? key : `${key}?${query.replace(/=\{[^{}&]*\}/g, '={}')}`;
}
