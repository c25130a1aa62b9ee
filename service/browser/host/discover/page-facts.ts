import type {PageLink} from '../../discover/follow-rules.ts';
import type {Session} from '../session.ts';

/** Links of one page that are looked at. */
const mostLinks = 10_000;

type PageElement = {
	href: unknown;
	textContent: string | null;
	getAttribute(name: string): string | null;
	hasAttribute(name: string): boolean;
};

/** Every link of the page, open shadow roots included, in the order of the document. */
export function linksOf(session: Session): Promise<PageLink[]> {
	const links = session.page.locator('a[href], area[href]').evaluateAll((elements, most) => {
		const found: PageLink[] = [];
		for (const one of elements.slice(0, most)) {
			const element = one as unknown as PageElement;
			// Within an SVG it is an object.
			const href = typeof element.href === 'string' ? element.href : element.getAttribute('href');
			if (!href) continue;
			const text = [element.textContent, element.getAttribute('aria-label'), element.getAttribute('title')];
			found.push({
				href: href.slice(0, 2000),
				text: text
					.map(words => (words ?? '').replace(/\s+/g, ' ').trim().slice(0, 200))
					.filter(words => words !== '')
					.join(' '),
				isDownload: element.hasAttribute('download'),
			});
		}
		return found;
	}, mostLinks);
	return session.call('reading the links', links);
}

/** Names of columns that say of themselves that they can be sorted, and are not yet. */
export function sortableColumns(session: Session): Promise<string[]> {
	const names = session.page
		.locator('th[aria-sort="none"], [role="columnheader"][aria-sort="none"]')
		.evaluateAll(elements =>
			elements.slice(0, 20).map(one => ((one as unknown as PageElement).textContent ?? '').replace(/\s+/g, ' ').trim()),
		);
	return session.call('reading the table', names);
}
