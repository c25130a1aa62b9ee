import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Links in front, a list behind: neither is what was found. */
const around = (found: string) =>
	page(
		`<header><nav><a href="/">Home</a> <a href="/mugs">Mugs</a> <a href="/help">Help</a></nav></header><main><form role="search"><input type="search" aria-label="Search" value="mug"><button>Search</button></form>${found}</main><footer><ul><li>Imprint</li><li>Mug care</li></ul></footer>`,
	);
const names = ['Red Mug', 'Blue Mug', 'Mug tree'];
const every = (one: (name: string, number: number) => string) => names.map((name, at) => one(name, at + 1)).join('');
const pages = {
	'a list under a heading': around(
		`<h2>Results for “mug”</h2><ul>${every((name, at) => `<li><a href="/${at}">${name}</a> ${at} €</li>`)}</ul>`,
	),
	'cards in a box of that class': around(
		`<div class="results">${every((name, at) => `<article><h3><a href="/${at}">${name}</a></h3><p>${at} €</p></article>`)}</div>`,
	),
	'boxes that nothing names': around(
		`<div class="products">${every((name, at) => `<div class="p"><a href="/${at}">${name}</a><span>${at} €</span></div>`)}</div>`,
	),
	'a table': around(
		`<p>3 results</p><table><tr><th>Name</th><th>Price</th></tr>${every((name, at) => `<tr><td><a href="/${at}">${name}</a></td><td>${at}</td></tr>`)}</table>`,
	),
};
const nothing = around('<p>No results for “mug”</p>');
const site = (found: string) =>
	serveSite({'/': found, '/1': page('1'), '/2': page('<h1>Blue Mug</h1>'), '/3': page('3')});

it.each(Object.entries(pages))(
	'takes what was found for a list, whatever the page makes of it: %s',
	async (_, found) => {
		const {url} = await site(found);
		const {status, steps} = await bench.run(url, [
			'Open the home page',
			'! The search results are displayed',
			'! The search results contain "Red Mug"',
			'! The results include Blue Mug',
			'! The results contain "Mug tree" and "Red Mug"',
			'! At least one result contains "tree"',
			'! The results do not contain "Green Mug"',
			'! Search results for "mug" are displayed',
			'! The first search result is "Red Mug"',
			'Click the second search result',
			'! The heading says "Blue Mug"',
		]);
		expect(steps.filter(step => step.status !== 'passed').map(step => [step.reading, step.error])).toEqual([]);
		expect(status).toBe('passed');
	},
);

it.each([
	['The results contain "Imprint"', pages['boxes that nothing names']],
	['The results contain "Mug care"', pages['a list under a heading']],
	['The results contain "Help"', pages['a table']],
	['The results do not contain "Red Mug"', pages['boxes that nothing names']],
	['No result contains "Red"', pages['a table']],
	['The results contain only "Red Mug"', pages['a list under a heading']],
	['The first result is "Blue Mug"', pages['cards in a box of that class']],
	['The search results are displayed', nothing],
	['The results contain "mug"', nothing],
	['Search results for "mug" are displayed', nothing],
])('sees what was not found: %s', async (claim, found) => {
	const {url} = await site(found);
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).toBe('failed');
});

it('clicks no text that says there are none', async () => {
	const {url} = await site(nothing);
	const {status} = await bench.run(url, ['Open the home page', 'Click the first result'], {stepTimeoutMs: 1500});
	expect(status).toBe('failed');
});
