import {describe, expect, it} from 'vitest';
import {folderOf, pageAddress, pathOf, shapeOf} from '../../../../service/browser/discover/address.ts';
import {isExcluded, isUnsafeAddress, refusalOf} from '../../../../service/browser/discover/follow-rules.ts';
import {Frontier} from '../../../../service/browser/discover/frontier.ts';

const base = 'https://shop.example/';
const refused = (href: string, text = 'x', isDownload = false) =>
	refusalOf({href, text, isDownload}, pageAddress(href, base)!, {
		origin: 'https://shop.example',
		exclude: ['/admin', '/*/edit'],
	});

describe('a link of a site', () => {
	it.each([
		['/orders', 'Orders'],
		['/blog/out-of-stock', 'Out of stock'],
		['/login', 'Log in'],
		['/packages/next.js', 'next.js'],
		['/administration', 'Administration'],
		['/undeletable-things', 'Undeletable'],
	])('%s is followed', (href, text) => {
		expect(refused(href, text)).toBeNull();
	});

	it.each([
		['/logout', 'Bye', 'unsafe_words'],
		['/x', 'Log out', 'unsafe_words'],
		['/x', 'Sign-out', 'unsafe_words'],
		['/session?do=signOut', 'x', 'unsafe_words'],
		['/%64elete/7', 'x', 'unsafe_words'],
		['/items/7/remove', 'x', 'unsafe_words'],
		['/?add-to-cart=12', 'Tea pot', 'unsafe_words'],
		['/newsletter/unsubscribe?u=1', 'x', 'unsafe_words'],
		['/konto', 'Abmelden', 'unsafe_words'],
		['/compte', 'Se déconnecter', 'unsafe_words'],
		['/konto', 'Löschen', 'unsafe_words'],
		['/#/account/delete', 'x', 'unsafe_words'],
		['/price-list.pdf', 'Prices', 'file'],
		['https://other.example/', 'Other', 'other_origin'],
		['https://shop.example:8443/', 'Other port', 'other_origin'],
		['http://shop.example/', 'Other scheme', 'other_origin'],
		['/admin', 'Admin', 'excluded'],
		['/admin/users', 'Users', 'excluded'],
		['/items/7/edit', 'Edit', 'excluded'],
	] as const)('%s (%s) is not: %s', (href, text, reason) => {
		expect(refused(href, text)).toBe(reason);
	});

	it('that is made for saving a file is not followed', () => {
		expect(refused('/report', 'Report', true)).toBe('file');
	});

	it('with a scheme that is no page has no address', () => {
		for (const href of [
			'mailto:a@b.c',
			'javascript:void 0',
			'tel:1',
			'data:text/html,x',
			'file:///etc/passwd',
			'http://[',
		])
			expect(pageAddress(href, base)).toBeNull();
	});

	it('is one page however it is written', () => {
		expect(pathOf(pageAddress('/a?x=1#top', base)!)).toBe('/a?x=1');
		expect(pathOf(pageAddress('#/orders', base)!)).toBe('/#/orders');
		expect(pageAddress('https://jane:secret@shop.example/a', base)!.href).toBe('https://shop.example/a');
	});

	it('that cannot be decoded is judged as it stands', () => {
		expect(isUnsafeAddress(new URL('https://shop.example/%E0%A4%A'))).toBe(false);
	});

	it('is matched against a pattern of many stars in linear time', () => {
		expect(isExcluded(`/${'a'.repeat(2000)}`, [`/${'*a'.repeat(200)}b`])).toBe(false);
		expect(isExcluded('/a/b/c', ['/*/c'])).toBe(true);
	});
});

describe('pages that wait', () => {
	const url = (path: string) => new URL(path, base);
	const waiting = (path: string, depth = 1) => ({url: url(path), depth, from: '/'});

	it('come once each, the nearest first, and of those that are alike three', () => {
		const frontier = new Frontier();
		for (let item = 1; item <= 10_000; item++) frontier.add(waiting(`/items/${item}?sort=name`));
		frontier.add(waiting('/orders', 2));
		frontier.add(waiting('/about'));
		frontier.add(waiting('/about'));
		const opened: string[] = [];
		for (let next = frontier.next(); next; next = frontier.next()) opened.push(pathOf(next.url));
		expect(opened).toHaveLength(5);
		expect(opened.at(-1)).toBe('/orders');
		expect(opened.slice(0, 2)).toContain('/about');
		expect(frontier.rest().every(({reason}) => reason === 'alike')).toBe(true);
	});

	it('of one folder take turns with those of others', () => {
		const frontier = new Frontier();
		for (const name of ['tea', 'milk', 'cups', 'beans']) frontier.add(waiting(`/products/${name}`));
		frontier.add(waiting('/help/shipping'));
		const first = [frontier.next(), frontier.next()].map(one => pathOf(one!.url));
		expect(first).toEqual(['/products/tea', '/help/shipping']);
	});

	it('are told apart by their shape', () => {
		expect(shapeOf(url('/items/7?b=1&a=2'))).toBe(shapeOf(url('/items/8?a=3&b=4')));
		expect(shapeOf(url('/items/7'))).not.toBe(shapeOf(url('/orders/7')));
		expect(shapeOf(url('/#/p/7'))).toBe(shapeOf(url('/#/p/8')));
		expect(folderOf(url('/products/tea-pot'))).toBe('/products/');
	});
});

describe('later pages of a list', () => {
	const frontierOf = (...hrefs: string[]) => {
		const frontier = new Frontier();
		return hrefs.map(href => frontier.add({url: pageAddress(href, base)!, depth: 1, from: null}));
	};

	it.each([
		['/orders', '/orders?page=2', '/orders?page=3'],
		['/orders?sort=name', '/orders?page=2&sort=name', '/orders?sort=name&page=3'],
		['/blog', '/blog/page/2/', '/blog/page/3'],
		['/', '/?offset=20', '/?offset=40'],
	])('are not opened again where it is known: %s', (list, ...pages) => {
		expect(frontierOf(list, ...pages)).toEqual(['added', 'alike', 'alike']);
	});

	it('are opened once where nothing leads to its beginning', () => {
		expect(frontierOf('/orders?page=2', '/orders?page=3', '/orders?page=4')).toEqual(['added', 'alike', 'alike']);
	});

	it.each([
		['/index.php?page=about', '/index.php?page=contact'],
		['/orders?page=2', '/invoices?page=2'],
		['/orders?status=open&page=2', '/orders?status=done&page=2'],
		['/?p=12', '/?p=13'],
		['/page/about', '/page/contact'],
	])('are none where an address names another page: %s, %s', (...hrefs) => {
		expect(frontierOf(...hrefs)).toEqual(['added', 'added']);
	});
});
