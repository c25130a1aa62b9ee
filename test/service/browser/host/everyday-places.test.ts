import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportedVerdicts, mustFail} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const tile = (name: string, mark: string, price: string) =>
	`<div class="tile"><h3><a href="/chair#${name}">${name}</a></h3>${mark ? `<span>${mark}</span>` : ''}<p>${price}</p><button aria-label="Save ${name}">♡</button> <button>Add to cart</button></div>`;
const head = (count: number) =>
	`<header><nav><a href="/">Chairs</a> <a href="/orders">Orders</a></nav><a href="/cart" aria-label="Cart">🛒 <b>${count}</b></a></header>`;

const chairsOf = (inCart: number, room: string, results: number, tiles: string) =>
	page(
		`${head(inCart)}<main><h1>Chairs</h1><div role="group" aria-label="Room">${['Kitchen', 'Office']
			.map(name => `<button aria-pressed="${name === room}">${name}</button>`)
			.join(' ')}</div>
<p>${results} results</p><section>${tiles}</section></main>`,
		'Chairs',
	);
const chairs = chairsOf(
	3,
	'Kitchen',
	8,
	`${tile('Ash stool', 'New', '€49.00')}${tile('Oak bench', '', '€120.00')}${tile('Elm rocker', 'Sale', '€80.00')}`,
);
/** One thing, without a label beside its price. */
const chair = page(
	`${head(0)}<main><h1>Oak bench</h1><p class="p">€120.00</p><p>★ 4.6 <a href="#r">(2 reviews)</a></p>
<div role="radiogroup" aria-label="Finish"><span role="radio" tabindex="0" aria-checked="true" aria-label="Walnut">◼</span><span role="radio" tabindex="0" aria-checked="false" aria-label="Chalk white">◻</span></div><p>Finish: <b>Walnut</b></p>
<h2>Reviews</h2><ul><li><b>Ines</b> <p>Sturdy</p></li><li><b>Mo</b> <p>Scratched</p></li></ul></main>
<script>for (const one of document.querySelectorAll('[role=radio]')) one.onclick = () => { for (const other of document.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', other === one); };</script>`,
	'Oak bench',
);
const menu = ['Archive', 'Repeat']
	.map(
		name =>
			`<button role="menuitem" onclick="told.textContent='${name} '+this.closest('tr').dataset.id">${name}</button>`,
	)
	.join('');
const ordersOf = (rows: string[][]) =>
	page(
		`${head(0)}<main><h1>Orders</h1><p id="told"></p><table><thead><tr><th>Order</th><th>Status</th><th></th></tr></thead><tbody>${rows
			.map(
				([id, status]) =>
					`<tr data-id="${id}"><td>#${id}</td><td>${status}</td><td><button aria-haspopup="menu" aria-label="Actions for order ${id}" onclick="this.nextElementSibling.hidden=false">⋯</button><div role="menu" hidden>${menu}</div></td></tr>`,
			)
			.join('')}</tbody></table></main>`,
		'Orders',
	);
const orders = ordersOf([
	['1046', 'Shipped'],
	['1045', 'Delivered'],
	['1044', 'Delivered'],
]);
const cart = page(`${head(0)}<main><h1>Basket</h1><p>Your cart is empty</p></main>`, 'Basket');
const pages = {'/': chairs, '/chair': chair, '/orders': orders, '/cart': cart};
/** The same site where nothing of what holds on it is so any more. */
const otherPages = {
	'/': chairsOf(2, 'Office', 7, `${tile('Oak bench', 'New', '€120.00')}${tile('Ash stool', 'Sale', '€49.00')}`),
	'/orders': ordersOf([
		['1045', 'Shipped'],
		['1046', 'Delivered'],
	]),
	'/cart': page(`${head(1)}<main><h1>Basket</h1><ul><li>Ash stool</li></ul></main>`, 'Basket'),
};

const holding: Record<string, string[]> = {
	'/': [
		'Exactly three chairs remain',
		'The list is down to 3 chairs',
		'The first chair is the Ash stool',
		'The last chair in the list is the Elm rocker',
		'The cart badge shows 3',
		'The cart icon has a count of 3',
		'There are 3 items in the cart',
		'The Ash stool is marked as New',
		'The Elm rocker carries a Sale label',
		'The Kitchen filter is selected',
		'The page shows 8 results',
	],
	'/chair': [
		'The product page shows the name Oak bench',
		'The product page shows the price €120.00',
		'The product costs €120.00',
		'The rating is 4.6',
		'The product has 2 reviews',
		'The last review is from Mo',
		'The first review is by Ines',
		'The Walnut finish is selected',
		'The detail page of the Oak bench is open',
	],
	'/orders': [
		'Two orders are delivered',
		'The first order is #1046',
		'Three orders are left in the table',
		'The table is down to 3 rows',
	],
	'/cart': ['The cart is empty', 'The cart has no items', 'No chairs are left', 'The list shows no chairs'],
};

const wrong: Record<string, string[]> = {
	'/': [
		'Exactly two chairs remain',
		'The list is down to 2 chairs',
		'The first chair is the Oak bench',
		'The last chair in the list is the Ash stool',
		'The cart badge shows 2',
		'The cart icon has a count of 0',
		'There are 2 items in the cart',
		'The cart is empty',
		'The Oak bench is marked as New',
		'The Ash stool carries a Sale label',
		'The Office filter is selected',
		'The page shows 3 results',
		'No chairs are left',
		'The only chair in the list is the Oak bench',
	],
	'/chair': [
		'The product page shows the name Ash stool',
		'The product costs €12.00',
		'The rating is 4.0',
		'The product has 3 reviews',
		'The last review is from Ines',
		'The Chalk white finish is selected',
		'The detail page of the Ash stool is open',
	],
	'/orders': ['Three orders are delivered', 'The first order is #1045', 'Two orders are left in the table'],
	'/cart': ['The cart badge shows 1'],
};

it.each(Object.entries(holding))('reads what is left, first, marked or the only one on %s', async (path, claims) => {
	const {url} = await serveSite(pages);
	const {status, error} = await bench.run(
		`${url}${path}`,
		claims.map(claim => `! ${claim}`),
	);
	expect({status, error}).toEqual({status: 'passed', error: null});
});

it('exports all of it so that it holds', async () => {
	const {url} = await serveSite(pages);
	const files = Object.entries(holding).map(async ([path, claims]) => {
		const {script} = await bench.run(
			`${url}${path}`,
			claims.map(claim => `! ${claim}`),
		);
		const code = exportPlaywright(script!, {name: 'holds', targetUrl: `${url}${path}`, steps: claims});
		return [path.slice(1) || 'home', code.replaceAll('30_000', '5_000')] as const;
	});
	const all = Object.fromEntries(await Promise.all(files));
	expect(await exportedVerdicts(all)).toEqual(Object.fromEntries(Object.keys(all).map(name => [name, true])));
});

it('exports each claim so that it fails where it is not so', async () => {
	const {url} = await serveSite(pages);
	const {url: other} = await serveSite(otherPages);
	const files = Object.keys(otherPages).map(async path => {
		const claims = holding[path]!;
		const {script} = await bench.run(
			`${url}${path}`,
			claims.map(claim => `! ${claim}`),
		);
		return claims.map((claim, place) => {
			const steps = script!.steps.filter(({stepIndex}) => stepIndex === place + 1).map(one => ({...one, stepIndex: 1}));
			const code = exportPlaywright({...script!, steps}, {name: claim, targetUrl: `${other}${path}`, steps: [claim]});
			return [`${path.slice(1)}-${place}`, mustFail(code.replaceAll('30_000', '1_500')), claim] as const;
		});
	});
	const all = (await Promise.all(files)).flat();
	const verdicts = await exportedVerdicts(Object.fromEntries(all));
	expect(all.flatMap(([file, , claim]) => (verdicts[file] === true ? [] : claim))).toEqual([]);
});

it.concurrent.for(Object.entries(wrong).flatMap(([path, claims]) => claims.map(claim => [claim, path] as const)))(
	'does not take for true: %s',
	async ([claim, path], {onTestFinished}) => {
		const {url} = await serveSite(pages, onTestFinished);
		const {status} = await bench.run(`${url}${path}`, [`! ${claim}`], {stepTimeoutMs: 1500});
		expect(status).not.toBe('passed');
	},
);

it.each([
	['/', 'Open the first chair', '! The URL ends with "/chair#Ash%20stool"'],
	['/', 'Open the last chair in the list', '! The URL ends with "/chair#Elm%20rocker"'],
	['/chair', 'Pick the Chalk white swatch', '! "Chalk white" is selected'],
	['/chair', 'Select the chalk white finish', '! "Chalk white" is selected'],
	['/orders', 'Archive order #1045 using its actions menu', '! "Archive 1045" is visible'],
	['/orders', 'Repeat #1044 from its menu', '! "Repeat 1044" is visible'],
])('on %s does to the one that is meant: %s', async (path, action, claim) => {
	const {url} = await serveSite(pages);
	expect(await bench.run(`${url}${path}`, [action, claim])).toMatchObject({status: 'passed', error: null});
});

it.each([
	['/', 'Save the Oak bench to the wishlist', 'capture'],
	['/', 'Take the Oak bench out of the cart', 'select'],
	['/orders', 'Archive the last order', 'click'],
])('on %s does nothing else where there is no such control: %s', async (path, action, op) => {
	const {url} = await serveSite({...pages, '/orders': orders.replace('<table', '<button>Archived</button><table')});
	const {steps} = await bench.run(`${url}${path}`, [action], {stepTimeoutMs: 1500});
	expect(steps[0]?.reading ?? '').not.toMatch(op === 'capture' ? /^keep/ : op === 'select' ? /^select/ : /^click/);
});
