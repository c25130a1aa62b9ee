/**
 * Addresses of pages: one page has one, however it is written. A fragment counts when it is the route of an application
 * (`#/orders`, `#!/orders`); any other is a place on the same page.
 */
export function pageAddress(href: string, base: string): URL | null {
	if (!URL.canParse(href, base)) return null;
	const url = new URL(href, base);
	if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
	if (!/^#!?\//.test(url.hash)) url.hash = '';
	[url.username, url.password] = ['', ''];
	return url;
}

/** What a step says of it: `/orders?page=2`, `/#/cart`. */
export const pathOf = (url: URL): string => `${url.pathname}${url.search}${url.hash}`;

const isValue = (segment: string) =>
	/^\d+$/.test(segment) || /^[\da-f]{8,}(?:-[\da-f]{4,})*$/i.test(segment) || /^\d{4}-\d\d(?:-\d\d)?$/.test(segment);

/**
 * Addresses that differ in numbers, identifiers and values of parameters alone lead to pages that are alike:
 * `/items/7?sort=name` and `/items/8?sort=price` are `/items/*?sort`.
 */
export function shapeOf(url: URL): string {
	const route = [...url.pathname.split('/'), ...url.hash.split(/[?&]/)[0]!.split('/')];
	const path = route.map(segment => (isValue(segment) ? '*' : segment)).join('/');
	return `${path}?${[...url.searchParams.keys()].sort().join('&')}`;
}

const pageFolder = /\/page\/\d+\/?$/i;
const pageNumbers = /^(?:page|pg|page_?no|page_?num(?:ber)?|offset|start|skip)$/i;

/**
 * Where a list begins of which an address is a later page: `/orders?sort=name` for `/orders?sort=name&page=3`, `/blog/` for
 * `/blog/page/2/`. A name is no number of a page: `/index.php?page=about` is a page of its own.
 */
export function listOf(url: URL): string {
	const list = new URL(url);
	for (const [name, value] of url.searchParams)
		if (pageNumbers.test(name) && /^\d+$/.test(value)) list.searchParams.delete(name);
	const isPage = pageFolder.test(list.pathname);
	list.pathname = list.pathname.replace(pageFolder, '/');
	// `/blog` and `/blog/` are one list.
	return isPage ? pathOf(list).replace(/(?<=.)\/(?=$|[?#])/, '') : pathOf(list);
}

/** The folder of a page: siblings that differ in a name (`/products/tea-pot`) share it. */
export function folderOf(url: URL): string {
	const route = `${url.pathname}${url.hash.split('?')[0]}`;
	return route.slice(0, route.lastIndexOf('/') + 1);
}
