import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const order = (status: string) =>
	page(`<h1>Order 7</h1><dl><dt>Status</dt><dd>${status}</dd><dt>Total</dt><dd>12</dd></dl><button>Save</button>`);
const issues = page(
	'<h1>Issues</h1><table><tr><th>Issue</th><th>State</th></tr><tr><td>Issue #7</td><td>closed</td></tr><tr><td>Issue #8</td><td>open</td></tr></table>',
);
const failed = page('<h1>Orders</h1><p role="alert">The order could not be saved</p>');
const priced = page(
	'<h1>Lamps</h1><table><tr><td>Oak lamp</td><td>12 €</td></tr><tr><td>Ash lamp</td><td></td></tr></table><p>name</p><p>price</p>',
);
const cart = page(
	'<h1>Order 7</h1><button>Delete order</button><section aria-label="Cart"><ul><li>Lamp</li></ul></section><label>Name <input></label><label><input type="checkbox" checked> News</label>',
);

it.each([
	['a status that is so', order('Closed'), 'The status is now Closed', 'passed'],
	['a status that is another one', order('Open'), 'The status is now Closed', 'failed'],
	['another word for it is on no page', page('<h1>Order 7</h1><p>Open</p>'), 'The status is Closed', 'failed'],
	['the state that it came from', order('Open'), 'The status changes from Open to Closed', 'failed'],
	['a record that is so', issues, 'Issue #7 is closed', 'passed'],
	['a record that is not', issues, 'Issue #8 is closed', 'failed'],
	['an error that the page tells', failed, 'There are no errors', 'failed'],
	['none', issues, 'There are no errors', 'passed'],
	['what each of them would have to have', priced, 'Each row has a name and a price', 'blocked'],
	['what no page says, and the button is there', cart, 'There is no way to delete the order', 'blocked'],
	['a number beside one that nobody has counted', cart, 'The cart has one item less', 'blocked'],
	['the same upwards', cart, 'The cart has one more item', 'blocked'],
	['boxes for text are not ticked anyway', cart, 'No box is ticked', 'failed'],
])('reads no claim as one that holds for nearly any page: %s', async (_, body, claim, expected) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 2500});
	expect(status).toBe(expected);
});
