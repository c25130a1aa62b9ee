import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** The page of one product as shops build it: nothing but classes and a heading say what a text is. */
const product = page(
	`<header><a class="logo" href="/">Acme</a><nav><a href="/">Home</a> <a href="/products">Products</a></nav><a href="/cart">Cart <span class="badge" id="count">0</span></a></header>
<main><nav aria-label="Breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/products">Products</a></li><li aria-current="page">Red Mug</li></ol></nav>
<h1>Red Mug</h1><p class="price">$12.00</p><p class="product-description">A mug that is red.</p><p class="rating">4.5 out of 5 (12 reviews)</p>
<button onclick="count.textContent = 1 + +count.textContent">Add to cart</button>
<div role="tablist"><button role="tab" aria-selected="true">Description</button><button role="tab" aria-selected="false">Reviews</button></div>
<section><h2>Related products</h2><ul><li><a href="/2">Blue Mug</a> <span class="price">$9.00</span></li><li><a href="/3">Green Mug</a> <span class="price">$8.00</span></li></ul></section></main>`,
);
const bare = page('<main><h1>Red Mug</h1><p>Soon</p><ul><li><span class="price">$9.00</span></li></ul></main>');
const site = (body: string) => serveSite({'/': body});

it('knows what a text is by its class and its page', async () => {
	const {url} = await site(product);
	const {status, steps} = await bench.run(url, [
		'Open the home page',
		'! The product name is "Red Mug"',
		'! The product price is "$12.00"',
		'! The product description is displayed',
		'! The description contains "A mug that is red."',
		'! The rating is displayed',
		'! The breadcrumb navigation is displayed',
		'! The breadcrumb shows "Home > Products > Red Mug"',
		'! "Blue Mug" is shown in the related products',
		'! The cart count is 0',
		'Click "Add to cart"',
		'! The cart count is 1',
		'Click on the logo',
	]);
	expect(steps.filter(step => step.status !== 'passed').map(step => [step.reading, step.error])).toEqual([]);
	expect(status).toBe('passed');
});

it.each([
	['The product name is "Blue Mug"', product],
	['The product price is "$9.00"', product],
	['The product price is "$9.00"', bare],
	['The product description is displayed', bare],
	['The description contains "Reviews"', product],
	['The rating is displayed', bare],
	['The breadcrumb navigation is displayed', bare],
	['The breadcrumb shows "Home > Mugs > Red Mug"', product],
	['"Red Mug" is shown in the related products', product],
	['The cart count is 1', product],
	['The logo is displayed', bare],
])('takes no other text for it: %s', async (claim, body) => {
	const {url} = await site(body);
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).toBe('failed');
});
